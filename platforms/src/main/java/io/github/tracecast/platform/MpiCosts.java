package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Figures;

/**
 * The costs of the MPI software on a machine.
 *
 * @param sendOverhead time in seconds for which a message occupies its sender's processor (LogGP's
 *     o_s)
 * @param receiveOverhead time in seconds for which a message occupies its receiver's processor
 *     (LogGP's o_r)
 * @param receiveCharge when a replay charges {@code receiveOverhead}
 * @param gap LogGP's g by message size: the shortest time in seconds between the starts of two
 *     sends of a rank, and of two receptions. The gap has no effect if it is at most the overhead.
 *     It contains no time per byte unless the machine adds this time: LogGP's {@code g + (m - 1) G}
 *     is written {@code 1us + 6ns/B}
 * @param eagerLimitBytes messages of fewer bytes are eager: they start immediately, even if the
 *     receive is not posted
 * @param detachedLimitBytes the sender of a message of fewer bytes does not wait for its receiver
 * @param eagerWaitsFromBytes inside a node, the sender of an eager message of at least this size
 *     waits until its receiver polls for messages. The receiver polls while it waits in any call,
 *     and when it tests or probes. {@link Long#MAX_VALUE} if senders never wait
 * @param rendezvousHandshake whether a rendezvous message starts after the exchange of a request to
 *     send and a clear to send
 * @param flightOverhead additional time in seconds of a message between nodes beside latency and
 *     bytes, by message size. During this time the message occupies no link
 * @param communicatorAgreements number of small allreduces with which MPI creates a communicator,
 *     at least 1
 * @param reduction time in seconds of a reduction's operator by bytes, for types other than
 *     integers. A part of a vector takes the same time per byte as the whole vector
 * @param integerReduction time in seconds of a reduction's operator by bytes, for integer types
 * @param queueSearchSeconds time in seconds to compare a collective's message with one posted
 *     receive of the same round that does not match the message
 * @param packingSeconds time in seconds to create and free the datatype of a collective's message
 *     that consists of separate blocks
 * @param packedBlockSeconds additional time in seconds for each of these blocks
 * @param freshMemory time in seconds to allocate and touch new memory for a collective call, by
 *     bytes
 * @param latencyFactor factor on a route's latency, by message size
 * @param bandwidthFactor factor on a route's bandwidth, by message size
 * @param inTurnLimitBytes messages up to this size in bytes leave their node one after another, as
 *     TCP's buffers send them, even if flows share links
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

  /** The value of {@code network.sharing} with which flows share a link evenly. */
  public static final String EVEN = "even";

  /** Reads the costs of a machine file's section {@code mpi}. */
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
   * Returns these costs with longer times.
   *
   * @param overhead factor on all times that occupy a processor
   * @param gapFactor factor on LogGP's gap
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

  /** Whether a message occupies its receiver's processor when it arrives. */
  public boolean receivesAtArrival() {
    return receiveCharge == ReceiveCharge.AT_ARRIVAL;
  }
}
