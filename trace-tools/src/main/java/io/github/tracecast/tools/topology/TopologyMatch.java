package io.github.tracecast.tools.topology;

import java.util.stream.IntStream;

/**
 * A topology that a program's messages follow.
 *
 * @param positionOf the position of each rank
 * @param messages number of messages between neighbours
 * @param bytes bytes between neighbours
 * @param unused number of edges of the topology without messages
 */
public record TopologyMatch(
    LogicalTopology topology, int[] positionOf, long messages, long bytes, int unused) {

  /** Whether each rank is at the position with its own number. */
  public boolean inOrder() {
    return IntStream.range(0, positionOf.length).allMatch(rank -> positionOf[rank] == rank);
  }
}
