package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * Two states of a replay that go on alike: the same but for time and for one loop counter of each rank that took part.
 *
 * <p>Each point in time must have moved on as the engine's time has, or have stayed and lie in the past: a rank's clock is never
 * behind the engine's while it acts, so it does not matter how far in the past something was.
 */
final class Recurrence {
  /** How many iterations each rank went on, 0 for one that did not take part. */
  final long[] iterations;

  /** The depth of the loop in which it did. */
  final int[] depths;

  /** How far the engine's time moved on, ps. */
  final long shiftPicos;

  /** By how much some time moved more or less than that, at most, ps; 0 where the recurrence is exact. */
  final long deviationPicos;

  private Recurrence(long[] iterations, int[] depths, long shiftPicos, long deviationPicos) {
    this.iterations = iterations;
    this.depths = depths;
    this.shiftPicos = shiftPicos;
    this.deviationPicos = deviationPicos;
  }

  /**
   * Compares two states, the second of which is later.
   *
   * @param tolerance by how much times may have moved more or less than the engine's, as a share of that; 0 for not at all
   * @return null if the later state is not the earlier one again
   */
  static Recurrence of(StateImage from, StateImage to, double tolerance) {
    if (from.loops.length != to.loops.length
        || !Arrays.equals(from.firstLoop, to.firstLoop)
        || from.times.length != to.times.length
        || !Arrays.equals(from.shape, to.shape)
        || !Arrays.equals(from.doneBy, to.doneBy)) {
      return null;
    }
    int ranks = from.ranks();
    long[] iterations = new long[ranks];
    int[] depths = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      for (int at = from.firstLoop[rank]; at < from.firstLoop[rank + 1]; at++) {
        long went = from.loops[at] - to.loops[at];
        if (went != 0) {
          if (went < 0 || depths[rank] > 0) {
            return null;
          }
          iterations[rank] = went;
          depths[rank] = 1 + at - from.firstLoop[rank];
        }
      }
    }
    long shift = to.nowPicos - from.nowPicos;
    long deviation = deviation(from, to, shift, (long) (tolerance * shift));
    return deviation < 0 ? null : new Recurrence(iterations, depths, shift, deviation);
  }

  /** The largest difference from the shift, or -1 if some is not allowed. */
  private static long deviation(StateImage from, StateImage to, long shift, long allowed) {
    long largest = 0;
    long[] lastStanding = null;
    long[] firstMoving = null;
    for (int at = 0; at < from.times.length; at++) {
      long moved = to.times[at] - from.times[at];
      long off = Math.abs(moved - shift);
      boolean stands = moved == 0 && from.times[at] <= from.nowPicos;
      if (off > allowed && !stands) {
        return -1;
      }
      if (!stands) {
        largest = Math.max(largest, off);
      }
      int rank = from.doneBy[at];
      if (rank >= 0) {
        if (lastStanding == null) {
          lastStanding = new long[from.ranks()];
          firstMoving = new long[from.ranks()];
          Arrays.fill(lastStanding, Long.MIN_VALUE);
          Arrays.fill(firstMoving, Long.MAX_VALUE);
        }
        if (stands) {
          lastStanding[rank] = Math.max(lastStanding[rank], from.times[at]);
        } else {
          firstMoving[rank] = Math.min(firstMoving[rank], from.times[at]);
        }
        if (lastStanding[rank] > firstMoving[rank]) {
          return -1; // the order in which requests were done would change
        }
      }
    }
    return largest;
  }
}
