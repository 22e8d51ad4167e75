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
  /** The name that a position has for itself if it is not its own neighbour. */
  String SELF = "SELF";

  /** Returns a name such as {@code 16 x 8 grid, 4 neighbours}. */
  String name();

  /** Returns the number of positions, one for each rank. */
  int size();

  /** Returns the number of edges of {@link #graph()}, if possible without building the graph. */
  default long edges() {
    return graph().edges();
  }

  /** Returns the graph whose edges join neighbouring positions. */
  RankGraph graph();

  /** All pairs of neighbouring positions, the smaller position first. */
  default int[][] neighbourPairs() {
    return Arrays.stream(graph().allEdges())
        .mapToObj(edge -> new int[] {RankGraph.low(edge), RankGraph.high(edge)})
        .toArray(int[][]::new);
  }

  /** The coordinates of a position, one number for each dimension. */
  default int[] coordinates(int position) {
    return new int[] {position};
  }

  /**
   * Returns the name of a neighbour as seen from a position, such as {@code EAST} or {@code
   * PARENT}. The two positions must be neighbours.
   */
  String direction(int from, int to);

  /** Returns the name that a position has for itself. */
  default String self(int position) {
    return SELF;
  }
}
