package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/** A loop that the leader has open at some depth, and the states that were kept of it. One thread. */
final class WatchedLoop {
  /** Numbers written for its images and those of its predecessors at this depth. */
  long cost;

  private long entry;

  /** Brent's search: iterations since the state was kept, and how many there may be before a later one is. */
  private long distance;

  private long power;

  private StateImage kept;
  private int keptRow;
  private long keptLead;
  private int keptMessages;

  /** The state that {@link #kept} was a recurrence of. */
  private StateImage earlier;

  private Recurrence confirmed;
  private int confirmations;
  private long shortestPicos;
  private long longestPicos;
  private long offPicos;

  /**
   * The leader has begun an iteration.
   *
   * @param ofEntry tells one entry into a loop from another
   */
  void begin(long ofEntry) {
    if (entry != ofEntry) {
      entry = ofEntry;
      forget();
    }
    distance++;
  }

  void forget() {
    kept = null;
    earlier = null;
    confirmed = null;
    confirmations = 0;
    distance = 0;
    power = 1;
  }

  /** Whether the state may be the one that was kept again, by what is known at once. */
  boolean mayRecur(int row, long lead, int messages, long nowPicos, double tolerance) {
    return kept != null
        && row == keptRow
        && messages == keptMessages
        && Math.abs(lead - keptLead) <= (long) (tolerance * (nowPicos - kept.nowPicos));
  }

  /** Whether it is time to keep a later state. */
  boolean shouldKeep() {
    return kept == null || distance >= power;
  }

  void keep(StateImage image, int row, long lead, int messages) {
    power = kept == null ? 1 : 2 * power;
    distance = 0;
    confirmations = 0;
    confirmed = null;
    kept = image;
    keptRow = row;
    keptLead = lead;
    keptMessages = messages;
  }

  /** The state has recurred: from now on it is compared with this one. */
  void confirm(Recurrence recurrence, StateImage image, long lead) {
    long picos = recurrence.shiftPicos + image.accounts.skippedPicos - kept.accounts.skippedPicos;
    if (confirmed == null || !Arrays.equals(confirmed.iterations, recurrence.iterations)) {
      confirmations = 0;
      shortestPicos = picos;
      longestPicos = picos;
      offPicos = 0;
    }
    confirmed = recurrence;
    confirmations++;
    shortestPicos = Math.min(shortestPicos, picos);
    longestPicos = Math.max(longestPicos, picos);
    offPicos = Math.max(offPicos, recurrence.deviationPicos);
    earlier = kept;
    kept = image;
    keptLead = lead;
    power = Math.max(power, distance + 1);
    distance = 0;
  }

  /** Periods in succession that were alike. */
  int confirmations() {
    return confirmations;
  }

  /** The state kept last, or null. */
  StateImage kept() {
    return kept;
  }

  /** The state that it was a recurrence of. */
  StateImage before() {
    return earlier;
  }

  /** How long the last period was, what was skipped within it included, ps. */
  long periodPicos() {
    return kept.nowPicos
        - earlier.nowPicos
        + kept.accounts.skippedPicos
        - earlier.accounts.skippedPicos;
  }

  /** By how much the confirmed periods differed, and the ranks' clocks within them; 0 where all were the same, ps. */
  long deviationPicos() {
    return longestPicos - shortestPicos + offPicos;
  }
}
