package io.github.tracecast.tools.topology;

import java.util.Arrays;

/**
 * A tree over all positions, with position 0 as its root.
 *
 * @param kind which tree
 * @param size positions, at least 2
 */
public record TreeTopology(Kind kind, int size) implements LogicalTopology {
  /** The connections of positions. */
  public enum Kind {
    /** Position p is above 2p + 1 and 2p + 2. */
    BINARY("binary tree"),
    /** Position p is below p without its lowest bit, as in a broadcast by doubling. */
    BINOMIAL("binomial tree"),
    /** Position 0 is above all others. */
    STAR("star");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  @Override
  public String name() {
    return kind.text;
  }

  @Override
  public long edges() {
    return size - 1;
  }

  @Override
  public RankGraph graph() {
    long[] edges = new long[size - 1];
    for (int position = 1; position < size; position++) {
      edges[position - 1] = RankGraph.edge(parent(position), position);
    }
    Arrays.sort(edges);
    return RankGraph.of(size, edges);
  }

  private int parent(int position) {
    return switch (kind) {
      case BINARY -> (position - 1) / 2;
      case BINOMIAL -> position & position - 1;
      case STAR -> 0;
    };
  }

  /** The depth below the root, and the position. */
  @Override
  public int[] coordinates(int position) {
    int level = 0;
    for (int above = position; above > 0; above = parent(above)) {
      level++;
    }
    return new int[] {level, position};
  }

  @Override
  public String direction(int from, int to) {
    if (from > 0 && parent(from) == to) {
      return "PARENT";
    }
    return switch (kind) {
      case BINARY -> to == 2 * from + 1 ? "LEFT" : "RIGHT";
      case BINOMIAL -> "CHILD_" + Integer.numberOfTrailingZeros(to);
      case STAR -> "LEAF_" + to;
    };
  }
}
