package io.github.tracecast.platform;

/**
 * The user's numbers from which {@code platforms new} drafts a machine file.
 *
 * @param topology the name of a topology
 * @param nodes the minimum number of nodes; some topologies have more
 * @param cores number of cores of a node
 * @param bandwidth bandwidth of a network interface, with its unit
 * @param latency time of a small message from one rank to another, with its unit
 * @param rails number of network interfaces of a node
 */
public record MachineWish(
    String topology, int nodes, int cores, String bandwidth, String latency, int rails) {}
