package io.github.tracecast.tools.topology;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Messages and bytes of each edge, summed over both directions. Messages of a rank to itself are
 * left out. Immutable.
 *
 * @param edges as in {@link RankGraph#of}
 */
record Weights(MessagePattern pattern, long[] edges, long[] messages, long[] bytes) {
  static Weights of(MessagePattern pattern) {
    Long2IntOpenHashMap rowOf = new Long2IntOpenHashMap();
    long[] edges = IntStream.range(0, pattern.rows())
        .filter(row -> pattern.sender(row) != pattern.receiver(row))
        .mapToLong(row -> RankGraph.edge(pattern.sender(row), pattern.receiver(row)))
        .sorted()
        .distinct()
        .toArray();
    for (int row = 0; row < edges.length; row++) {
      rowOf.put(edges[row], row);
    }
    long[] messages = new long[edges.length];
    long[] bytes = new long[edges.length];
    for (int row = 0; row < pattern.rows(); row++) {
      if (pattern.sender(row) != pattern.receiver(row)) {
        int edge = rowOf.get(RankGraph.edge(pattern.sender(row), pattern.receiver(row)));
        messages[edge] += pattern.messages(row);
        bytes[edge] += pattern.bytes(row);
      }
    }
    return new Weights(pattern, edges, messages, bytes);
  }

  long totalMessages() {
    return Arrays.stream(messages).sum();
  }

  long totalBytes() {
    return Arrays.stream(bytes).sum();
  }

  /** Returns the edges whose weight is at least the threshold. */
  long[] atLeast(long[] weight, long threshold) {
    return IntStream.range(0, edges.length)
        .filter(row -> weight[row] >= threshold)
        .mapToLong(row -> edges[row])
        .toArray();
  }

  /** Returns the edges in descending order of their squares (cycles of 4 edges), then of their messages. */
  long[] bySquares(RankGraph graph) {
    long[] squares = new long[edges.length];
    for (int row = 0; row < edges.length; row++) {
      squares[row] = squares(graph, RankGraph.low(edges[row]), RankGraph.high(edges[row]));
    }
    return IntStream.range(0, edges.length)
        .boxed()
        .sorted((a, b) -> squares[a] != squares[b]
            ? Long.compare(squares[b], squares[a])
            : Long.compare(messages[b], messages[a]))
        .mapToLong(row -> edges[row])
        .toArray();
  }

  /** The number of squares that contain the edge between two vertices. */
  private static long squares(RankGraph graph, int a, int b) {
    long sum = 0;
    for (int i = graph.degree(a) - 1; i >= 0; i--) {
      int next = graph.neighbour(a, i);
      if (next != b) {
        sum += graph.commonNeighbours(next, b) - 1;
      }
    }
    return sum;
  }

  /**
   * Returns the match of a topology with the ranks at given positions: the messages and bytes that
   * it explains.
   */
  TopologyMatch match(LogicalTopology topology, int[] positionOf) {
    RankGraph graph = topology.graph();
    long explained = 0;
    long explainedBytes = 0;
    int used = 0;
    for (int row = 0; row < edges.length; row++) {
      int a = positionOf[RankGraph.low(edges[row])];
      int b = positionOf[RankGraph.high(edges[row])];
      if (graph.has(a, b)) {
        explained += messages[row];
        explainedBytes += bytes[row];
        used++;
      }
    }
    return new TopologyMatch(
        topology, positionOf.clone(), explained, explainedBytes, graph.edges() - used);
  }
}
