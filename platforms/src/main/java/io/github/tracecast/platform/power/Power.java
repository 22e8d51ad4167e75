package io.github.tracecast.platform.power;

/**
 * The electrical power of a machine. The power of a node is linear in the number of its busy cores,
 * so each core contributes an equal part.
 *
 * @param idleWatts power of a node without work, W
 * @param busyWatts power of a node whose cores all compute, W, at least {@code idleWatts}
 * @param waitingWatts power of a node on whose cores ranks wait in MPI, W, at least {@code
 *     idleWatts}
 * @param switchWatts power of a switch, W
 * @param link power of each direction of a link
 */
public record Power(
    double idleWatts, double busyWatts, double waitingWatts, double switchWatts, LinkPower link) {}
