package io.github.tracecast.predict.export;

import io.github.tracecast.simulate.result.Timeline;

/** The states of a timeline by rank, in the order of each rank. Immutable. */
final class StatesByRank {
  private final Timeline timeline;
  private final int[] order;

  /** The start of each rank's states, and the end of the last. */
  private final int[] first;

  StatesByRank(Timeline timeline, int ranks) {
    this.timeline = timeline;
    first = new int[ranks + 1];
    for (int state = 0; state < timeline.states(); state++) {
      first[timeline.rank(state) + 1]++;
    }
    for (int rank = 0; rank < ranks; rank++) {
      first[rank + 1] += first[rank];
    }
    int[] next = first.clone();
    order = new int[timeline.states()];
    for (int state = 0; state < order.length; state++) {
      order[next[timeline.rank(state)]++] = state;
    }
  }

  /** The times of a rank's calls. */
  RankClock clock(int rank, long fromPicos) {
    return new PredictedClock(timeline, order, first[rank], first[rank + 1], fromPicos);
  }
}
