package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.LoopAdvance;
import org.jspecify.annotations.Nullable;

/**
 * The leader's open loop at one depth, and its stored state. Brent's search for a cycle decides when
 * a later state replaces the stored one. One thread.
 */
final class WatchedLoop {
  final int depth;

  /** Numbers written and compared for the images of this loop and of earlier loops at this depth. */
  long cost;

  /** The state that later ones are compared with. */
  @Nullable RunMoment kept;

  /** Iterations since the stored state, and the limit after which a later state replaces it. */
  private long distance;

  private long power;

  /** The advance by a confirmed period, and the number of confirmations. */
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

  /** Starts again, for another loop or after a skip. */
  void forget() {
    distance = 0;
    power = 0;
    kept = null;
    confirmed = null;
  }

  boolean shouldKeep() {
    return kept == null || distance >= power;
  }

  /** @param first the iterations after which a second state replaces the first */
  void keep(RunMoment moment, int first) {
    power = Math.max(first, 2 * power);
    distance = 0;
    confirmed = null;
    kept = moment;
  }

  /**
   * Handles a recurrence within a tolerance. Later states are compared with this one.
   *
   * @param picos duration of the period
   * @param off the largest deviation of a clock within it, ps
   * @return successive periods that agreed
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
   * The differences between the confirmed periods, plus the largest deviation of the clocks within
   * them, ps; 0 if all were equal.
   */
  long deviationPicos() {
    return longestPicos - shortestPicos + offPicos;
  }
}
