package io.github.tracecast.tools.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds edges whose removal makes a graph regular: their ends are the vertices with too many
 * neighbours. Not thread-safe.
 */
final class ExtraEdges {
  private static final int MOST_TRIES = 50;

  private final RankGraph graph;
  private final int[] excess;
  private final Set<Long> removed = new LinkedHashSet<>();
  private final List<long[]> kept = new ArrayList<>();

  private ExtraEdges(RankGraph graph, int[] excess) {
    this.graph = graph;
    this.excess = excess;
  }

  /**
   * Finds ways to remove edges until all vertices have equally many neighbours.
   *
   * @return the remaining edges for each way, at most {@link #MOST_TRIES} ways; empty if no choice
   *     leaves a regular graph
   */
  static List<long[]> ofRegular(RankGraph graph, int edges) {
    int degree = 2 * edges / graph.vertices();
    int[] excess = new int[graph.vertices()];
    for (int vertex = 0; vertex < excess.length; vertex++) {
      excess[vertex] = graph.degree(vertex) - degree;
      if (excess[vertex] < 0 || degree * graph.vertices() != 2 * edges) {
        return List.of();
      }
    }
    ExtraEdges search = new ExtraEdges(graph, excess);
    search.remove(0);
    return search.kept;
  }

  private void remove(int from) {
    int vertex = from;
    while (vertex < excess.length && excess[vertex] == 0) {
      vertex++;
    }
    if (vertex == excess.length) {
      kept.add(Arrays.stream(graph.allEdges())
          .filter(edge -> !removed.contains(edge))
          .toArray());
      return;
    }
    for (int i = 0; i < graph.degree(vertex) && kept.size() < MOST_TRIES; i++) {
      int other = graph.neighbour(vertex, i);
      long edge = RankGraph.edge(vertex, other);
      if (other > vertex && excess[other] > 0 && removed.add(edge)) {
        excess[vertex]--;
        excess[other]--;
        remove(vertex);
        excess[vertex]++;
        excess[other]++;
        removed.remove(edge);
      }
    }
  }
}
