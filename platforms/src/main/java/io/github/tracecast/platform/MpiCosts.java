package io.github.tracecast.platform;

/**
 * What MPI's software costs on a machine.
 *
 * @param sendOverhead seconds that a sender is busy with a message (o_s)
 * @param receiveOverhead seconds that a receiver is busy with a message (o_r)
 * @param receiveOverheadCharged whether a replay charges {@code receiveOverhead} at all
 * @param gap LogGP's g by message size: the next send of the rank that sent such a message starts at
 *     least so many seconds after that one did, and likewise from the start of one reception to that
 *     of the next; without effect where it is no more than the overheads. The bytes of a message are
 *     no part of it: LogGP's {@code g + (m - 1) G} is {@code 1us + 6ns/B}
 * @param eagerLimitBytes a message of fewer bytes flows at once, whether or not its receive is
 *     posted
 * @param detachedLimitBytes the sender of a message of fewer bytes does not wait for its receiver
 * @param eagerWaitsFromBytes the sender of an eager message inside a node of at least so many bytes waits until its receiver
 *     looks at what has come: while it waits in any call, or as it tests or probes; {@link Long#MAX_VALUE} for none
 * @param rendezvousHandshake whether a message that is not eager first exchanges a request and a
 *     clear-to-send
 * @param latencyFactor multiplies a route's latency, by message size
 * @param bandwidthFactor multiplies a route's bandwidth, by message size
 * @param crossTraffic whether a flow also loads the reverse direction with its acknowledgements
 */
public record MpiCosts(
    Piecewise sendOverhead,
    Piecewise receiveOverhead,
    boolean receiveOverheadCharged,
    Piecewise gap,
    long eagerLimitBytes,
    long detachedLimitBytes,
    long eagerWaitsFromBytes,
    boolean rendezvousHandshake,
    Factor latencyFactor,
    Factor bandwidthFactor,
    boolean crossTraffic) {}
