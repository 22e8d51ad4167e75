package io.github.tracecast.tools.topology;

import java.util.Arrays;

/**
 * A regular arrangement of processes that a program's messages may follow. Positions are numbered
 * from 0; a match gives each rank a position.
 */
public sealed interface LogicalTopology
    permits GridTopology,
        HypercubeTopology,
        TreeTopology,
        AllToAllTopology,
        TransposeTopology,
        ListedTopology {
  /** In words: {@code 16 x 8 grid, 4 neighbours}. */
  String name();

  /** Positions, one a rank. */
  int size();

  /** Edges of {@link #graph()}, without making it. */
  long edges();

  /** Which positions are neighbours. */
  RankGraph graph();

  /** All pairs of neighbouring positions, the smaller one first. */
  default int[][] neighbourPairs() {
    return Arrays.stream(graph().allEdges())
        .mapToObj(edge -> new int[] {RankGraph.low(edge), RankGraph.high(edge)})
        .toArray(int[][]::new);
  }

  /** The coordinates of a position, one number for each dimension. */
  int[] coordinates(int position);

  /**
   * The name of a neighbour, as seen from a position: {@code EAST}, {@code PARENT}. The two are
   * neighbours.
   */
  String direction(int from, int to);
}
