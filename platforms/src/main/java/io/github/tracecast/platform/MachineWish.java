package io.github.tracecast.platform;

/**
 * What a user knows of a machine whose file is to be drafted.
 *
 * @param topology one of the names of topologies
 * @param nodes nodes that it should have at least
 * @param cores cores of a node
 * @param bandwidth of an interface, with its unit
 * @param latency what a small message takes from rank to rank, with its unit
 * @param rails interfaces of a node
 */
public record MachineWish(
    String topology, int nodes, int cores, String bandwidth, String latency, int rails) {}
