package io.github.tracecast.platform;

/**
 * The costs of the MPI software on a machine.
 *
 * @param sendOverhead seconds that a sender is busy with a message (o_s)
 * @param receiveOverhead seconds that a receiver is busy with a message (o_r)
 * @param receiveCharge when a replay charges {@code receiveOverhead}
 * @param gap LogGP's g by message size: the least time in seconds between the starts of two
 *     successive sends of a rank, and between those of two receptions. It has no effect if it is at
 *     most the overhead. It does not include the bytes of a message: LogGP's {@code g + (m - 1) G}
 *     is written {@code 1us + 6ns/B}
 * @param eagerLimitBytes a message of fewer bytes starts at once, even if its receive is not posted
 * @param detachedLimitBytes the sender of a message of fewer bytes does not wait for its receiver
 * @param eagerWaitsFromBytes the sender of an eager message of at least this size inside a node
 *     waits until its receiver polls for messages. The receiver polls while it waits in any call,
 *     tests or probes. {@link Long#MAX_VALUE} for no waiting
 * @param rendezvousHandshake whether a message that is not eager first exchanges a request and a
 *     clear-to-send
 * @param flightOverhead seconds that a message between nodes takes on its way besides latency and
 *     bytes, by message size. No link is held meanwhile
 * @param communicatorAgreements how many exchanges of few bytes between all ranks it takes to make
 *     a communicator, at least 1
 * @param reduction seconds that the operator of a reduction takes on so many bytes, for
 *     floating-point and other types
 * @param integerReduction the same for integers
 * @param queueSearchSeconds seconds by which each earlier receive of the same round delays a message
 *     of a collective, because the receive is searched for among them
 * @param packingSeconds seconds to describe and free the data type of a message of a collective that is
 *     packed from separate blocks
 * @param packedBlockSeconds seconds by which each of its blocks adds to that
 * @param latencyFactor multiplies a route's latency, by message size
 * @param bandwidthFactor multiplies a route's bandwidth, by message size
 * @param inTurnLimitBytes with flows that share links, messages of up to so many bytes still leave
 *     their node one after another, as from the buffers of TCP's connections
 * @param crossTraffic whether a flow also loads the reverse direction with its acknowledgements
 * @param sharesEvenly whether flows share a link evenly; otherwise a flow's share is inversely
 *     proportional to the latency of its route, as with TCP
 */
public record MpiCosts(
    Piecewise sendOverhead,
    Piecewise receiveOverhead,
    ReceiveCharge receiveCharge,
    Piecewise gap,
    long eagerLimitBytes,
    long detachedLimitBytes,
    long eagerWaitsFromBytes,
    boolean rendezvousHandshake,
    Piecewise flightOverhead,
    int communicatorAgreements,
    Piecewise reduction,
    Piecewise integerReduction,
    double queueSearchSeconds,
    double packingSeconds,
    double packedBlockSeconds,
    Factor latencyFactor,
    Factor bandwidthFactor,
    long inTurnLimitBytes,
    boolean crossTraffic,
    boolean sharesEvenly) {

  /** The word for flows that share a link evenly. */
  public static final String EVEN = "even";

  /** Whether a replay charges the receive overhead at all. */
  public boolean receiveOverheadCharged() {
    return receiveCharge != ReceiveCharge.NEVER;
  }

  /** Whether a message takes its receiver's processor when it arrives. */
  public boolean receivesAtArrival() {
    return receiveCharge == ReceiveCharge.AT_ARRIVAL;
  }
}
