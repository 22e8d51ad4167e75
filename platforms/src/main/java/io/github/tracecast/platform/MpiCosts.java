package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Figures;

/**
 * The costs of the MPI software on a machine.
 *
 * @param sendOverhead seconds that a sender is busy with a message (o_s)
 * @param receiveOverhead seconds that a receiver is busy with a message (o_r)
 * @param receiveCharge when a replay charges {@code receiveOverhead}
 * @param gap LogGP's g by message size: the shortest time in seconds from one send of a rank to its
 *     next one, and from one reception to the next. It has no effect if it is at most the overhead.
 *     It does not include the bytes of a message: LogGP's {@code g + (m - 1) G} is written {@code
 *     1us + 6ns/B}
 * @param eagerLimitBytes a message of fewer bytes starts at once, even if its receive is not posted
 * @param detachedLimitBytes the sender of a message of fewer bytes does not wait for its receiver
 * @param eagerWaitsFromBytes the sender of an eager message of at least this size inside a node
 *     waits until its receiver polls for messages. The receiver polls while it waits in any call,
 *     tests or probes. {@link Long#MAX_VALUE} for no waiting
 * @param rendezvousHandshake whether a message that is not eager first exchanges a request and a
 *     clear-to-send
 * @param flightOverhead seconds that a message between nodes takes on its way besides latency and
 *     bytes, by message size. No link is held meanwhile
 * @param communicatorAgreements exchanges of few bytes between all ranks with which MPI makes a
 *     communicator, at least 1
 * @param reduction seconds that the operator of a reduction takes on so many bytes, at the rates of the
 *     whole vector's size, for types other than integers
 * @param integerReduction seconds that the operator takes, by bytes, for integers
 * @param queueSearchSeconds seconds that MPI searches past each earlier receive of the same round
 *     to find the receive of a collective's message
 * @param packingSeconds seconds to make and free the data type of a collective's message that
 *     consists of separate blocks
 * @param packedBlockSeconds seconds in addition for each of these blocks
 * @param freshMemory seconds to get memory that the library allocates anew for a collective call, by
 *     bytes
 * @param latencyFactor multiplies a route's latency, by message size
 * @param bandwidthFactor multiplies a route's bandwidth, by message size
 * @param inTurnLimitBytes the largest message, in bytes, that leaves its node after the messages
 *     before it even where flows share links, as from TCP's buffers
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
    Piecewise freshMemory,
    Factor latencyFactor,
    Factor bandwidthFactor,
    long inTurnLimitBytes,
    boolean crossTraffic,
    boolean sharesEvenly) {

  /** The word for flows that share a link evenly. */
  public static final String EVEN = "even";

  /** The costs that a machine states under {@code mpi}. */
  public static MpiCosts of(Figures figures) {
    return new MpiCosts(
        figures.get("mpi.send_overhead", Piecewise.class),
        figures.get("mpi.receive_overhead", Piecewise.class),
        figures.get("mpi.receive_overhead_charged", ReceiveCharge.class),
        figures.get("mpi.gap", Piecewise.class),
        figures.get("mpi.eager_limit", Long.class),
        figures.get("mpi.detached_limit", Long.class),
        figures.get("mpi.eager_waits_from", Long.class),
        figures.get("mpi.rendezvous_handshake", Boolean.class),
        figures.get("mpi.flight_overhead", Piecewise.class),
        figures.count("mpi.communicator_agreements"),
        figures.get("mpi.reduction", Piecewise.class),
        figures.get("mpi.integer_reduction", Piecewise.class),
        figures.number("mpi.queue_search"),
        figures.number("mpi.packing"),
        figures.number("mpi.packed_block"),
        figures.get("mpi.fresh_memory", Piecewise.class),
        figures.get("mpi.latency_factor", Factor.class),
        figures.get("mpi.bandwidth_factor", Factor.class),
        figures.get("mpi.in_turn_limit", Long.class),
        figures.get("mpi.cross_traffic", Boolean.class),
        figures.get("network.sharing", String.class).equals(EVEN));
  }

  /**
   * Returns longer costs.
   *
   * @param overhead factor on what the processor does
   * @param gapFactor factor on the gap
   */
  MpiCosts slower(double overhead, double gapFactor) {
    return new MpiCosts(
        sendOverhead.times(overhead),
        receiveOverhead.times(overhead),
        receiveCharge,
        gap.times(gapFactor),
        eagerLimitBytes,
        detachedLimitBytes,
        eagerWaitsFromBytes,
        rendezvousHandshake,
        flightOverhead.times(overhead),
        communicatorAgreements,
        reduction.times(overhead),
        integerReduction.times(overhead),
        queueSearchSeconds * overhead,
        packingSeconds * overhead,
        packedBlockSeconds * overhead,
        freshMemory.times(overhead),
        latencyFactor,
        bandwidthFactor,
        inTurnLimitBytes,
        crossTraffic,
        sharesEvenly);
  }

  /** Whether a replay charges the receive overhead at all. */
  public boolean receiveOverheadCharged() {
    return receiveCharge != ReceiveCharge.NEVER;
  }

  /** Whether a message takes its receiver's processor when it arrives. */
  public boolean receivesAtArrival() {
    return receiveCharge == ReceiveCharge.AT_ARRIVAL;
  }
}
