package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Places ranks on a machine by halving the ranks and the nodes. Nodes are halved along the longest
 * side of their box, or by number if the machine is not a torus. The first half of the ranks grows
 * from a rank at the edge. Each step adds the rank with the largest difference between the bytes
 * that it exchanges with this half and with the rest. The first half of the nodes is filled before
 * the second half.
 */
final class Bisection {
  private final TrafficGraph graph;
  private final int perNode;
  private final int[] slotOf;

  /**
   * For each rank, the number of the latest call of {@link #grow} with this rank. {@code inside}
   * has whether this call moved the rank to the front.
   */
  private final int[] part;

  private final boolean[] inside;
  private final double[] gain;
  private int parts;

  private Bisection(TrafficGraph graph, int perNode) {
    this.graph = graph;
    this.perNode = perNode;
    this.slotOf = new int[graph.ranks()];
    this.part = new int[graph.ranks()];
    this.inside = new boolean[graph.ranks()];
    this.gain = new double[graph.ranks()];
  }

  /** Returns the slot (node x ranks per node + core) of each rank. */
  static int[] slots(TrafficGraph graph, Machine machine) {
    Bisection bisection = new Bisection(graph, machine.ranksPerNode());
    int[] shape = machine.shape().length == 0 ? new int[] {machine.nodes()} : machine.shape();
    int[] ranks = new int[graph.ranks()];
    Arrays.setAll(ranks, rank -> rank);
    bisection.place(ranks, new int[shape.length], shape, shape);
    return bisection.slotOf;
  }

  /** Places ranks in a box of nodes, given by its lowest corner and its extents. */
  private void place(int[] ranks, int[] corner, int[] extent, int[] shape) {
    if (ranks.length == 0) {
      return;
    }
    int longest = 0;
    long nodes = 1;
    for (int d = 0; d < extent.length; d++) {
      nodes *= extent[d];
      if (extent[d] > extent[longest]) {
        longest = d;
      }
    }
    if (nodes == 1) {
      int node = 0;
      for (int d = shape.length - 1; d >= 0; d--) {
        node = node * shape[d] + corner[d];
      }
      for (int i = 0; i < ranks.length; i++) {
        slotOf[ranks[i]] = node * perNode + i;
      }
      return;
    }
    int[] lower = extent.clone();
    int[] upper = extent.clone();
    lower[longest] = (extent[longest] + 1) / 2;
    upper[longest] = extent[longest] - lower[longest];
    int[] upperCorner = corner.clone();
    upperCorner[longest] += lower[longest];
    long room = nodes / extent[longest] * lower[longest] * perNode;
    int taken = (int) Math.min(ranks.length, room);
    if (taken < ranks.length) {
      grow(ranks, taken);
    }
    place(Arrays.copyOf(ranks, taken), corner, lower, shape);
    place(Arrays.copyOfRange(ranks, taken, ranks.length), upperCorner, upper, shape);
  }

  private record Candidate(int rank, double gain) {}

  /** Moves {@code wanted} ranks with much traffic among them to the front. */
  private void grow(int[] ranks, int wanted) {
    int id = ++parts;
    for (int rank : ranks) {
      part[rank] = id;
      inside[rank] = false;
    }
    for (int rank : ranks) {
      gain[rank] = 0;
      for (int row = graph.first(rank); row < graph.first(rank + 1); row++) {
        if (part[graph.partner(row)] == id) {
          gain[rank] -= graph.bytes(row);
        }
      }
    }
    PriorityQueue<Candidate> queue = new PriorityQueue<>((a, b) -> a.gain() != b.gain()
        ? Double.compare(b.gain(), a.gain())
        : Integer.compare(a.rank(), b.rank()));
    int[] first = new int[wanted];
    int count = 0;
    int unseen = 0;
    while (count < wanted) {
      Candidate best = queue.poll();
      if (best == null) { // no rank has traffic with the chosen ranks
        // begins at a rank with little traffic; later continues with any rank that is not chosen
        while (inside[ranks[unseen]]) {
          unseen++;
        }
        int start = count == 0 ? edge(ranks) : ranks[unseen];
        best = new Candidate(start, gain[start]);
      }
      if (inside[best.rank()] || best.gain() != gain[best.rank()]) {
        continue; // the gain of this entry is out of date
      }
      inside[best.rank()] = true;
      first[count++] = best.rank();
      for (int row = graph.first(best.rank()); row < graph.first(best.rank() + 1); row++) {
        int other = graph.partner(row);
        if (part[other] == id && !inside[other]) {
          gain[other] += 2.0 * graph.bytes(row);
          queue.add(new Candidate(other, gain[other]));
        }
      }
    }
    int next = wanted;
    int[] rest = new int[ranks.length];
    for (int rank : ranks) {
      if (!inside[rank]) {
        rest[next++] = rank;
      }
    }
    System.arraycopy(first, 0, ranks, 0, wanted);
    System.arraycopy(rest, wanted, ranks, wanted, ranks.length - wanted);
    Arrays.sort(ranks, 0, wanted);
  }

  /**
   * Returns the rank that has the least traffic with other ranks of its part, such as a rank at a
   * corner of a grid.
   */
  private int edge(int[] ranks) {
    int edge = ranks[0];
    for (int rank : ranks) {
      if (gain[rank] > gain[edge]) {
        edge = rank;
      }
    }
    return edge;
  }
}
