package io.github.tracecast.platform;

/**
 * What MPI's software costs on a machine.
 *
 * @param sendOverhead seconds that a sender is busy with a message (o_s)
 * @param receiveOverhead seconds that a receiver is busy with a message (o_r)
 * @param receiveOverheadCharged whether a replay charges {@code receiveOverhead} at all
 * @param eagerLimitBytes a message of fewer bytes flows at once, whether or not its receive is
 *     posted
 * @param detachedLimitBytes the sender of a message of fewer bytes does not wait for its receiver
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
    long eagerLimitBytes,
    long detachedLimitBytes,
    boolean rendezvousHandshake,
    Factor latencyFactor,
    Factor bandwidthFactor,
    boolean crossTraffic) {}
