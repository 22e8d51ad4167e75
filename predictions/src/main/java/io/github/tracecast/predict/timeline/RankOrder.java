package io.github.tracecast.predict.timeline;

import io.github.tracecast.simulate.result.Timeline;

/**
 * Sorts the states of a timeline by rank with a stable counting sort, so each rank keeps its order.
 */
final class RankOrder {
  private RankOrder() {}

  static int[] of(Timeline timeline) {
    int ranks = 0;
    for (int state = 0; state < timeline.states(); state++) {
      ranks = Math.max(ranks, timeline.rank(state) + 1);
    }
    int[] next = new int[ranks + 1];
    for (int state = 0; state < timeline.states(); state++) {
      next[timeline.rank(state) + 1]++;
    }
    for (int rank = 0; rank < ranks; rank++) {
      next[rank + 1] += next[rank];
    }
    int[] order = new int[timeline.states()];
    for (int state = 0; state < order.length; state++) {
      order[next[timeline.rank(state)]++] = state;
    }
    return order;
  }
}
