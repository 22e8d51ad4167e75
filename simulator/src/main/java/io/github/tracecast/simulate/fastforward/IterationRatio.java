package io.github.tracecast.simulate.fastforward;

import org.jspecify.annotations.Nullable;

/**
 * The speed of a rank relative to the leader. In the loop at {@code depth}, the rank does
 * {@code iterations} for each {@code every} iterations of the leader.
 *
 * @param depth 0 for a rank that waits all the time
 */
record IterationRatio(int depth, long iterations, long every) {
  /** The largest number in a ratio. Larger ones do not count as a ratio. */
  private static final int MOST = 4;

  private static final IterationRatio WAITS = new IterationRatio(0, 0, 1);

  /**
   * Compares two positions of a rank, see {@link LoopPositions#of}.
   *
   * @param leads iterations of the leader between them
   * @return null if the rank has left a loop, or has no simple pace
   */
  static @Nullable IterationRatio of(long[] from, long[] to, long leads) {
    for (int at = 0; at < from.length && at < to.length; at += 2) {
      if (from[at] != to[at]) {
        return null;
      }
      if (from[at + 1] != to[at + 1]) {
        return of(at / 2 + 1, to[at + 1] - from[at + 1], leads);
      }
    }
    return from.length == to.length ? WAITS : null;
  }

  private static @Nullable IterationRatio of(int depth, long went, long leads) {
    double slack = Math.max(2, leads / 30.0);
    for (int every = 1; every <= MOST; every++) {
      long iterations = Math.round((double) went * every / leads);
      if (iterations > 0
          && iterations <= MOST
          && Math.abs(went - (double) leads * iterations / every) <= slack) {
        return new IterationRatio(depth, iterations, every);
      }
    }
    return null;
  }
}
