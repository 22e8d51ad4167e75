package io.github.tracecast.simulate.fastforward;

import org.jspecify.annotations.Nullable;

/**
 * The speed of a rank relative to the leader. In the loop at {@code depth}, the rank does
 * {@code iterations} for each {@code every} iterations of the leader.
 *
 * @param depth the depth of the loop; 0 for a rank that waits all the time
 */
record IterationRatio(int depth, long iterations, long every) {
  /** The largest number in a ratio: 3:4 is allowed, 4:5 is not. */
  private static final int MOST = 4;

  private static final IterationRatio WAITS = new IterationRatio(0, 0, 1);

  /**
   * Returns the ratio for a rank that moved between two positions, see {@link LoopPositions#of}.
   *
   * @param leaderIterations iterations of the leader between the positions
   * @return the ratio; null if the rank has left a loop, or if no ratio of small numbers fits
   */
  static @Nullable IterationRatio of(long[] from, long[] to, long leaderIterations) {
    for (int at = 0; at < from.length && at < to.length; at += 2) {
      if (from[at] != to[at]) {
        return null;
      }
      if (from[at + 1] != to[at + 1]) {
        return of(at / 2 + 1, to[at + 1] - from[at + 1], leaderIterations);
      }
    }
    return from.length == to.length ? WAITS : null;
  }

  private static @Nullable IterationRatio of(
      int depth, long rankIterations, long leaderIterations) {
    double slack = Math.max(2, leaderIterations / 30.0);
    for (int every = 1; every <= MOST; every++) {
      long iterations = Math.round((double) rankIterations * every / leaderIterations);
      if (iterations > 0
          && iterations <= MOST
          && Math.abs(rankIterations - (double) leaderIterations * iterations / every) <= slack) {
        return new IterationRatio(depth, iterations, every);
      }
    }
    return null;
  }
}
