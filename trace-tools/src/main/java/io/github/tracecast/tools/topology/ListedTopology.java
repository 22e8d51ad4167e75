package io.github.tracecast.tools.topology;

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
  public RankGraph graph() {
    return RankGraph.ofAny(
        size, pairs.stream().mapToLong(pair -> RankGraph.edge(pair.get(0), pair.get(1))));
  }

  @Override
  public String direction(int from, int to) {
    return "POSITION_" + to;
  }
}
