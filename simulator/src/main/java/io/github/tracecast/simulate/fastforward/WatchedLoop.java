package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The leader's open loop at one depth, and its stored states. One thread. */
final class WatchedLoop extends CycleSearch {
  private @Nullable TimedMoment kept;
  private int keptRow;
  private long keptLead;
  private int keptMessages;

  /** The earlier state that {@link #kept} repeats. */
  private @Nullable TimedMoment earlier;

  private @Nullable LoopAdvance confirmed;
  private int confirmations;
  private long shortestPicos;
  private long longestPicos;
  private long offPicos;

  @Override
  void forget() {
    super.forget();
    kept = null;
    earlier = null;
    confirmed = null;
    confirmations = 0;
  }

  @Override
  boolean hasKept() {
    return kept != null;
  }

  /** Whether the current state may repeat the stored one, by the cheap criteria. */
  boolean mayRecur(int row, long lead, int messages, long nowPicos, double tolerance) {
    return kept != null
        && row == keptRow
        && messages == keptMessages
        && Math.abs(lead - keptLead) <= (long) (tolerance * (nowPicos - kept.nowPicos()));
  }

  void keep(TimedMoment moment, int row, long lead, int messages) {
    replace();
    confirmations = 0;
    confirmed = null;
    kept = moment;
    keptRow = row;
    keptLead = lead;
    keptMessages = messages;
  }

  /** Handles a recurrence. Later states are compared with this one. */
  void confirm(Recurrence recurrence, TimedMoment moment, long lead) {
    long picos = recurrence.shiftPicos(0) + moment.skippedPicos() - kept().skippedPicos();
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
    earlier = kept;
    kept = moment;
    keptLead = lead;
    repeat();
  }

  /** Successive periods that agreed. */
  int confirmations() {
    return confirmations;
  }

  /** The stored state. There must be one, see {@link #hasKept}. */
  TimedMoment kept() {
    return Objects.requireNonNull(kept);
  }

  /** The earlier state that the stored one repeats. */
  TimedMoment before() {
    return Objects.requireNonNull(earlier);
  }

  /** Duration of the last period, including the time skipped within it, ps. */
  long periodPicos() {
    return kept().nowPicos()
        - before().nowPicos()
        + kept().skippedPicos()
        - before().skippedPicos();
  }

  /**
   * The differences between the confirmed periods, plus the largest deviation of the clocks within
   * them, ps; 0 if all were equal.
   */
  long deviationPicos() {
    return longestPicos - shortestPicos + offPicos;
  }
}
