package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.*;

/**
 * Which of its loops a rank goes round in while the leader goes round in its own, and how many iterations it does for so many of
 * the leader's: {@code iterations} for each {@code every}.
 *
 * @param depth 0 for a rank that waits all the while
 */
record Pace(int depth, long iterations, long every) {
  /** The longest ratio that is looked for; more is taken for no ratio. */
  private static final int MOST = 4;

  private static final Pace WAITS = new Pace(0, 0, 1);

  /** Where a rank is in its loops: of each that is open, where it starts and how many iterations began before. */
  static long[] place(TaskCursor cursor) {
    long[] place = new long[2 * cursor.depth()];
    for (int depth = 1; depth <= cursor.depth(); depth++) {
      place[2 * depth - 2] = cursor.startRow(depth);
      place[2 * depth - 1] = cursor.iterationsBefore(depth);
    }
    return place;
  }

  /**
   * Compares where a rank was and is.
   *
   * @param leads iterations of the leader in between
   * @return null if the rank has left a loop, or keeps no simple pace
   */
  static Pace of(long[] from, long[] to, long leads) {
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

  private static Pace of(int depth, long went, long leads) {
    double slack = Math.max(2, leads / 30.0);
    for (int every = 1; every <= MOST; every++) {
      long iterations = Math.round((double) went * every / leads);
      if (iterations > 0
          && iterations <= MOST
          && Math.abs(went - (double) leads * iterations / every) <= slack) {
        return new Pace(depth, iterations, every);
      }
    }
    return null;
  }
}
