package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.LoopAdvance;
import org.jspecify.annotations.Nullable;

/**
 * The leader's open loop at one depth, and its stored state. Brent's search for a cycle decides
 * when a later state replaces the stored state. One thread.
 */
final class WatchedLoop {
  final int depth;

  /** The cost of images so far: numbers written and compared, for this loop and earlier loops at its depth. */
  long cost;

  /** The stored state, with which later states are compared. */
  @Nullable RunMoment kept;

  /** Iterations since the stored state. At {@link #power} iterations, a later state replaces the stored state. */
  private long distance;

  private long power;

  /** The iterations that each rank advances in a confirmed period. */
  private @Nullable LoopAdvance confirmed;

  private int confirmations;
  private long shortestPicos;
  private long longestPicos;
  private long offPicos;

  WatchedLoop(int depth) {
    this.depth = depth;
  }

  void begin() {
    distance++;
  }

  /** Drops the stored state, for another loop or after a skip. */
  void forget() {
    distance = 0;
    power = 0;
    kept = null;
    confirmed = null;
  }

  boolean shouldKeep() {
    return kept == null || distance >= power;
  }

  /** @param first number of iterations after which a second state replaces the first */
  void keep(RunMoment moment, int first) {
    power = Math.max(first, 2 * power);
    distance = 0;
    confirmed = null;
    kept = moment;
  }

  /**
   * Counts a recurrence within the tolerance, and stores its state for the comparison with later
   * states.
   *
   * @param picos duration of the period
   * @param off the largest deviation of a clock within the period, ps
   * @return the number of successive periods that agreed
   */
  int confirm(LoopAdvance advance, long picos, long off, RunMoment moment) {
    if (confirmed == null || !confirmed.isAs(advance)) {
      confirmations = 0;
      shortestPicos = picos;
      longestPicos = picos;
      offPicos = 0;
    }
    confirmed = advance;
    shortestPicos = Math.min(shortestPicos, picos);
    longestPicos = Math.max(longestPicos, picos);
    offPicos = Math.max(offPicos, off);
    power = Math.max(power, distance + 1);
    distance = 0;
    kept = moment;
    return ++confirmations;
  }

  /**
   * The longest minus the shortest confirmed period, plus the largest deviation of a clock within a
   * period, ps; 0 if all periods were equal.
   */
  long deviationPicos() {
    return longestPicos - shortestPicos + offPicos;
  }
}
