package io.github.tracecast.simulate.result;

/**
 * The bytes that each pair of ranks exchanged, including the messages of collective algorithms.
 * Each pair of ranks and used communicator has one row. The order of rows has no meaning. Memory:
 * 16 bytes per row.
 *
 * @param sources by row: world rank of the sender
 * @param destinations by row: world rank of the receiver
 * @param bytes by row: payload of all messages
 */
public record Flows(int[] sources, int[] destinations, long[] bytes) {}
