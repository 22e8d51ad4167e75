package io.github.tracecast.tools.topology;

/**
 * A hypercube. Positions are neighbours if their numbers differ in one bit.
 *
 * @param dimensions 2 to 24
 */
public record HypercubeTopology(int dimensions) implements LogicalTopology {
  @Override
  public String name() {
    return "hypercube of " + dimensions + " dimensions";
  }

  @Override
  public int size() {
    return 1 << dimensions;
  }

  @Override
  public long edges() {
    return (long) size() * dimensions / 2;
  }

  @Override
  public RankGraph graph() {
    long[] edges = new long[(int) edges()];
    int count = 0;
    for (int position = 0; position < size(); position++) {
      for (int bit = 0; bit < dimensions; bit++) {
        int other = position ^ 1 << bit;
        if (other > position) {
          edges[count++] = RankGraph.edge(position, other);
        }
      }
    }
    return RankGraph.of(size(), edges);
  }

  /** Returns one bit for each dimension, the lowest bit last. */
  @Override
  public int[] coordinates(int position) {
    int[] at = new int[dimensions];
    for (int bit = 0; bit < dimensions; bit++) {
      at[dimensions - 1 - bit] = position >> bit & 1;
    }
    return at;
  }

  @Override
  public String direction(int from, int to) {
    return "DIMENSION_" + Integer.numberOfTrailingZeros(from ^ to);
  }
}
