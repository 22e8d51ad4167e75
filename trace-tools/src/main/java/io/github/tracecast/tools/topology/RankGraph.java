package io.github.tracecast.tools.topology;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * An undirected graph without loops. Vertices are numbered from 0. An edge takes 8 bytes of memory,
 * a vertex 4 bytes. Immutable.
 */
record RankGraph(int[] first, int[] neighbours) {
  /**
   * Returns the graph with these edges.
   *
   * @param edges distinct edges in ascending order; the smaller vertex is in the upper half of the
   *     number, the larger vertex in the lower half
   */
  static RankGraph of(int vertices, long[] edges) {
    int[] first = new int[vertices + 1];
    for (long edge : edges) {
      first[low(edge) + 1]++;
      first[high(edge) + 1]++;
    }
    for (int vertex = 0; vertex < vertices; vertex++) {
      first[vertex + 1] += first[vertex];
    }
    int[] next = first.clone();
    int[] neighbours = new int[first[vertices]];
    for (long edge : edges) {
      neighbours[next[low(edge)]++] = high(edge);
      neighbours[next[high(edge)]++] = low(edge);
    }
    for (int vertex = 0; vertex < vertices; vertex++) {
      Arrays.sort(neighbours, first[vertex], first[vertex + 1]);
    }
    return new RankGraph(first, neighbours);
  }

  /** Returns the graph with these edges, which may be in any order and occur several times. */
  static RankGraph ofAny(int vertices, LongStream edges) {
    return of(vertices, edges.sorted().distinct().toArray());
  }

  /** An edge as one number: the smaller vertex, then the larger vertex. */
  static long edge(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /** The smaller vertex of an edge. */
  static int low(long edge) {
    return (int) (edge >>> 32);
  }

  /** The larger vertex of an edge. */
  static int high(long edge) {
    return (int) edge;
  }

  int vertices() {
    return first.length - 1;
  }

  int edges() {
    return neighbours.length / 2;
  }

  int degree(int vertex) {
    return first[vertex + 1] - first[vertex];
  }

  /**
   * Returns neighbour {@code i} of a vertex, from 0 to its degree - 1. Neighbours are in ascending
   * order.
   */
  int neighbour(int vertex, int i) {
    return neighbours[first[vertex] + i];
  }

  boolean has(int a, int b) {
    return Arrays.binarySearch(neighbours, first[a], first[a + 1], b) >= 0;
  }

  /** All edges, ascending. */
  long[] allEdges() {
    long[] edges = new long[edges()];
    int next = 0;
    for (int vertex = 0; vertex < vertices(); vertex++) {
      for (int i = first[vertex]; i < first[vertex + 1]; i++) {
        if (neighbours[i] > vertex) {
          edges[next++] = edge(vertex, neighbours[i]);
        }
      }
    }
    return edges;
  }

  /** The degrees of all vertices, ascending. */
  int[] degrees() {
    int[] degrees = new int[vertices()];
    Arrays.setAll(degrees, this::degree);
    Arrays.sort(degrees);
    return degrees;
  }

  int commonNeighbours(int a, int b) {
    int common = 0;
    int i = first[a];
    int j = first[b];
    while (i < first[a + 1] && j < first[b + 1]) {
      int order = Integer.compare(neighbours[i], neighbours[j]);
      common += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return common;
  }
}
