package io.github.tracecast.platform;

/**
 * The figures from which {@code platforms new} drafts a machine file.
 *
 * @param topology one of the names of topologies
 * @param nodes the fewest nodes of the machine
 * @param cores cores of a node
 * @param bandwidth bandwidth of an interface, with its unit
 * @param latency time of a small message from rank to rank, with its unit
 * @param rails interfaces of a node
 */
public record MachineWish(
    String topology, int nodes, int cores, String bandwidth, String latency, int rails) {}
