package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The leader's open loop at one depth, and its stored states. Brent's search for a cycle decides when
 * a later state replaces the stored one. One thread.
 */
final class WatchedLoop {
  /** Numbers written and compared for the images of this loop and of earlier loops at this depth. */
  long cost;

  private long entry;

  /** Iterations since the stored state, and the limit after which a later state replaces it. */
  private long distance;

  private long power = 1;
  private @Nullable RunMoment kept;

  /** The earlier state that {@link #kept} repeats. */
  private @Nullable RunMoment earlier;

  private @Nullable LoopAdvance confirmed;
  private int confirmations;
  private long shortestPicos;
  private long longestPicos;
  private long offPicos;

  /**
   * Handles the start of an iteration of the leader.
   *
   * @param ofEntry the number of the entry into the loop
   */
  void begin(long ofEntry) {
    if (entry != ofEntry) {
      entry = ofEntry;
      forget();
    }
    distance++;
  }

  void forget() {
    distance = 0;
    power = 1;
    kept = null;
    earlier = null;
    confirmed = null;
    confirmations = 0;
  }

  boolean shouldKeep() {
    return kept == null || distance >= power;
  }

  void keep(RunMoment moment) {
    power = kept == null ? 1 : 2 * power;
    distance = 0;
    confirmations = 0;
    confirmed = null;
    kept = moment;
  }

  /** Handles a recurrence. Later states are compared with this one. */
  void confirm(Recurrence recurrence, RunMoment moment) {
    earlier = kept;
    kept = moment;
    long picos = periodPicos();
    if (confirmed == null || !confirmed.isAs(recurrence.advance())) {
      confirmations = 0;
      shortestPicos = picos;
      longestPicos = picos;
      offPicos = 0;
    }
    confirmed = recurrence.advance();
    confirmations++;
    shortestPicos = Math.min(shortestPicos, picos);
    longestPicos = Math.max(longestPicos, picos);
    offPicos = Math.max(offPicos, recurrence.deviationPicos());
    power = Math.max(power, distance + 1);
    distance = 0;
  }

  /** Successive periods that agreed. */
  int confirmations() {
    return confirmations;
  }

  @Nullable RunMoment kept() {
    return kept;
  }

  /** The earlier state that the stored one repeats. */
  RunMoment before() {
    return Objects.requireNonNull(earlier);
  }

  /** Duration of the last period, including the time skipped within it, ps. */
  long periodPicos() {
    RunMoment from = before();
    RunMoment to = Objects.requireNonNull(kept);
    return to.picos(0) - from.picos(0) + to.skipped(0) - from.skipped(0);
  }

  /**
   * The differences between the confirmed periods, plus the largest deviation of the clocks within
   * them, ps; 0 if all were equal.
   */
  long deviationPicos() {
    return longestPicos - shortestPicos + offPicos;
  }
}
