package io.github.tracecast.tools.topology;

/**
 * Every position is a neighbour of every other position.
 *
 * @param size number of positions, at least 2
 */
public record AllToAllTopology(int size) implements LogicalTopology {
  @Override
  public String name() {
    return "all to all";
  }

  @Override
  public long edges() {
    return (long) size * (size - 1) / 2;
  }

  @Override
  public RankGraph graph() {
    long[] edges = new long[Math.toIntExact(edges())];
    int count = 0;
    for (int a = 0; a < size; a++) {
      for (int b = a + 1; b < size; b++) {
        edges[count++] = RankGraph.edge(a, b);
      }
    }
    return RankGraph.of(size, edges);
  }

  @Override
  public String direction(int from, int to) {
    return "PLUS_" + Math.floorMod(to - from, size);
  }
}
