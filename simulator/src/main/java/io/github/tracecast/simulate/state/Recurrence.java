package io.github.tracecast.simulate.state;

import java.util.Arrays;

/**
 * Two states of a replay that continue identically. They differ only in time and in one loop
 * counter of each participating rank.
 *
 * <p>Each time in the state must have moved by the same amount as the engine's time. Alternatively,
 * it is unchanged and in the past. While a rank acts, its clock is never behind the engine's clock.
 * How far in the past a time is has therefore no effect.
 */
public final class Recurrence {
  /** The number of iterations that each rank advanced, 0 for a rank that did not take part. */
  public final long[] iterations;

  /** The depth of the loop in which each rank advanced. */
  public final int[] depths;

  /** How much the engine's time advanced, ps. */
  public final long shiftPicos;

  /** The largest deviation of a time from that advance, ps; 0 if the recurrence is exact. */
  public final long deviationPicos;

  private Recurrence(long[] iterations, int[] depths, long shiftPicos, long deviationPicos) {
    this.iterations = iterations;
    this.depths = depths;
    this.shiftPicos = shiftPicos;
    this.deviationPicos = deviationPicos;
  }

  /**
   * Compares two states. The second is the later one.
   *
   * @param tolerance allowed deviation of times from the engine's advance, as a share of that
   *     advance; 0 allows none
   * @return null if the later state does not repeat the earlier one
   */
  public static Recurrence of(StateImage from, StateImage to, double tolerance) {
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

  /** The largest deviation from the shift, or -1 if one exceeds the allowed deviation. */
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
          return -1; // the completion order of requests would change
        }
      }
    }
    return largest;
  }
}
