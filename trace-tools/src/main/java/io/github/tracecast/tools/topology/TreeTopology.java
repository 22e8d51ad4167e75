package io.github.tracecast.tools.topology;

import java.util.stream.IntStream;

/**
 * A tree over all positions, with position 0 as its root.
 *
 * @param kind the kind of tree
 * @param size number of positions, at least 2
 */
public record TreeTopology(Kind kind, int size) implements LogicalTopology {
  public enum Kind {
    /** Position p is the parent of 2p + 1 and 2p + 2. */
    BINARY("binary tree"),
    /**
     * The parent of position p is p without its lowest set bit, as in a binomial broadcast. The
     * parent of 6 is 4.
     */
    BINOMIAL("binomial tree"),
    /** Position 0 is the parent of all other positions. */
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
    return RankGraph.ofAny(
        size,
        IntStream.range(1, size).mapToLong(position -> RankGraph.edge(parent(position), position)));
  }

  private int parent(int position) {
    return switch (kind) {
      case BINARY -> (position - 1) / 2;
      case BINOMIAL -> position & position - 1;
      case STAR -> 0;
    };
  }

  /** Returns two numbers: the depth below the root, and the position. */
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
