package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import java.util.Arrays;

/**
 * Reduces a mapping's bytes x hops. One after another, each rank may swap its place with a rank, or
 * move to a free place, on or next to the nodes of its heaviest partners. It makes the swap with
 * the largest gain. The search ends when a whole round has no gain or the work limit is reached.
 * Not thread-safe.
 */
final class SwapSearch {
  private static final int NOBODY = -1;
  private static final int MOST_PARTNERS = 16;
  private static final int MOST_ROUNDS = 50;

  /** The largest number of look-ups of distances in a search. This number takes some seconds. */
  private static final long MOST_WORK = 200_000_000;

  private final TrafficGraph graph;
  private final Routes routes;
  private final int nodes;
  private final int perNode;
  private final int[] shape;
  private final boolean[] wraps;
  private final int[] slotOf;
  private final int[] rankAt;
  private long work;

  private SwapSearch(TrafficGraph graph, Machine machine, int[] slots) {
    this.graph = graph;
    this.routes = machine.routes();
    this.nodes = machine.nodes();
    this.perNode = machine.ranksPerNode();
    this.shape = machine.shape();
    this.wraps = machine.wraps();
    this.slotOf = slots.clone();
    this.rankAt = new int[nodes * perNode];
    Arrays.fill(rankAt, NOBODY);
    for (int rank = 0; rank < slotOf.length; rank++) {
      rankAt[slotOf[rank]] = rank;
    }
  }

  /** Returns a mapping with at most as many bytes x hops as {@code slots}. */
  static int[] improved(TrafficGraph graph, Machine machine, int[] slots) {
    SwapSearch search = new SwapSearch(graph, machine, slots);
    for (int round = 0; round < MOST_ROUNDS && search.round(); round++) {
      // round() in the condition makes the swaps
    }
    return search.slotOf;
  }

  private boolean round() {
    boolean moved = false;
    int[] near = new int[2 * Math.max(1, shape.length) + 1];
    for (int rank = 0; rank < slotOf.length && work < MOST_WORK; rank++) {
      double best = 0;
      int target = NOBODY;
      int end = Math.min(graph.first(rank + 1), graph.first(rank) + MOST_PARTNERS);
      for (int row = graph.first(rank); row < end; row++) {
        int count = near(slotOf[graph.partner(row)] / perNode, near);
        for (int i = 0; i < count; i++) {
          for (int core = 0; core < perNode; core++) {
            int slot = near[i] * perNode + core;
            double gain = near[i] == slotOf[rank] / perNode ? 0 : gain(rank, slot);
            if (gain > best) {
              best = gain;
              target = slot;
            }
          }
        }
      }
      if (target != NOBODY) {
        swap(rank, target);
        moved = true;
      }
    }
    return moved && work < MOST_WORK;
  }

  private void swap(int rank, int slot) {
    int other = rankAt[slot];
    int left = slotOf[rank];
    rankAt[left] = other;
    rankAt[slot] = rank;
    slotOf[rank] = slot;
    if (other != NOBODY) {
      slotOf[other] = left;
    }
  }

  /**
   * Returns the reduction of bytes x hops if a rank moves to a slot and the slot's rank moves to
   * the rank's slot.
   */
  private double gain(int rank, int slot) {
    int from = slotOf[rank] / perNode;
    int to = slot / perNode;
    int other = rankAt[slot];
    double gain = gain(rank, from, to, other);
    return other == NOBODY ? gain : gain + gain(other, to, from, rank);
  }

  /**
   * Returns the reduction of bytes x hops by moving one of two swapped ranks. The distance between
   * the two does not change, so the bytes to {@code except}, the other rank, do not count.
   */
  private double gain(int rank, int from, int to, int except) {
    double gain = 0;
    int end = graph.first(rank + 1);
    work += 2L * (end - graph.first(rank));
    for (int row = graph.first(rank); row < end; row++) {
      int partner = graph.partner(row);
      if (partner != except) {
        int node = slotOf[partner] / perNode;
        gain += (double) graph.bytes(row) * (routes.hops(from, node) - routes.hops(to, node));
      }
    }
    return gain;
  }

  /** Puts a node and its neighbours into {@code found}, and returns their number. */
  private int near(int node, int[] found) {
    int count = 0;
    found[count++] = node;
    if (shape.length == 0) {
      if (node > 0) {
        found[count++] = node - 1;
      }
      if (node < nodes - 1) {
        found[count++] = node + 1;
      }
      return count;
    }
    int rest = node;
    for (int d = 0, stride = 1; d < shape.length; stride *= shape[d++]) {
      int at = rest % shape[d];
      rest /= shape[d];
      if (at > 0 || wraps[d]) {
        found[count++] = node + stride * (at > 0 ? -1 : shape[d] - 1);
      }
      if (at < shape[d] - 1 || wraps[d]) {
        found[count++] = node + stride * (at < shape[d] - 1 ? 1 : 1 - shape[d]);
      }
    }
    return count;
  }
}
