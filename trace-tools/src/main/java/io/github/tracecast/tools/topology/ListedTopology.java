package io.github.tracecast.tools.topology;

import java.util.Arrays;
import java.util.List;

/**
 * A topology from a user's list of edges.
 *
 * @param name the name that the user gave
 * @param size number of positions, at least 2
 * @param pairs pairs of neighbours
 */
public record ListedTopology(String name, int size, List<List<Integer>> pairs)
    implements LogicalTopology {
  @Override
  public long edges() {
    return graph().edges();
  }

  @Override
  public RankGraph graph() {
    long[] edges = pairs.stream()
        .mapToLong(pair -> RankGraph.edge(pair.get(0), pair.get(1)))
        .toArray();
    return RankGraph.of(size, Arrays.stream(edges).sorted().distinct().toArray());
  }

  @Override
  public int[] coordinates(int position) {
    return new int[] {position};
  }

  @Override
  public String direction(int from, int to) {
    return "POSITION_" + to;
  }
}
