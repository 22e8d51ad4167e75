package io.github.tracecast.simulate.state;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;

/**
 * Logs the outcomes of all comparisons of times during a period of a run, and finds how long they
 * stay the same. A margin is a number whose sign decides what a run does: at least 0, or below it.
 * Comparisons come in the same order in every period.
 *
 * <p>If each time of the state moves by a constant of its own per period, so does each margin. Its
 * rate is the difference between two periods. The margin keeps its sign for as many further periods
 * as the rate allows. That is exact, because all numbers are integers.
 *
 * <p>The durations of calls change at constant rates too. They decide nothing, but the longest call
 * depends on them. Memory: 16 bytes for each margin and duration of a period. One thread.
 */
public final class Margins {
  /** Most margins and durations of a period. */
  private static final int MOST = 1 << 22;

  /** Room that the first margin of a period makes. A period may have none. */
  private static final int LEAST = 1024;

  private long[] before = new long[0];
  private long[] now = new long[LEAST];
  private int countBefore = NONE;
  private int count;

  /** No period before this one is known. */
  private static final int NONE = -1;

  private boolean same;
  private long horizon = Long.MAX_VALUE;

  /** By event and lane: the longest duration of the calls that grow, by their growth; ps. */
  private final Long2LongOpenHashMap[] growing;

  private final int lanes;

  /** @param events number of events in the trace */
  public Margins(int events, int lanes) {
    this.lanes = lanes;
    this.growing = new Long2LongOpenHashMap[events * lanes];
  }

  /** Notes that a run asks whether a time is later than another. */
  public void later(long picos, long other) {
    notLess(picos, other + 1);
  }

  /** Notes that a run asks whether a number is not less than another. */
  public void notLess(long number, long other) {
    long margin = number - other;
    if (count < countBefore) {
      long rate = margin - before[count];
      same &= (margin ^ before[count]) >= 0;
      if (rate < 0 && margin >= 0) {
        horizon = Math.min(horizon, margin / -rate);
      } else if (rate > 0 && margin < 0) {
        horizon = Math.min(horizon, (-1 - margin) / rate);
      }
    }
    put(margin);
  }

  /** Notes the duration of a call that ends. */
  public void duration(int event, int lane, long picos) {
    if (count < countBefore) {
      long growth = picos - before[count];
      if (growth > 0) {
        int at = event * lanes + lane;
        if (growing[at] == null) {
          growing[at] = new Long2LongOpenHashMap();
        }
        growing[at].mergeLong(growth, picos, Math::max);
      }
    }
    put(picos);
  }

  private void put(long number) {
    if (count == now.length) {
      now = Arrays.copyOf(now, Math.max(LEAST, 2 * count));
    }
    if (count < MOST) {
      now[count++] = number;
    }
  }

  /** Whether a period had more margins and durations than this class keeps. */
  public boolean isFull() {
    return count == MOST;
  }

  /** Whether all margins of the period have the signs of the period before. */
  public boolean agree() {
    return same && count == countBefore;
  }

  /** For how many more periods all margins keep their signs, if all times keep their rates. */
  public long horizon() {
    return horizon;
  }

  /** The longest call of an event after that many more periods, if it grows; otherwise 0. */
  public long longest(int event, int lane, long periods) {
    Long2LongOpenHashMap calls = growing[event * lanes + lane];
    long longest = 0;
    if (calls != null) {
      for (var call : calls.long2LongEntrySet()) {
        long grown = Math.multiplyExact(call.getLongKey(), periods);
        longest = Math.max(longest, Math.addExact(call.getLongValue(), grown));
      }
    }
    return longest;
  }

  /** Begins the next period. */
  public void next() {
    long[] spare = before;
    before = now;
    countBefore = count;
    now = spare.length < count ? new long[count] : spare;
    begin();
  }

  /** Begins a period without one before it. */
  public void restart() {
    countBefore = NONE;
    begin();
  }

  private void begin() {
    count = 0;
    same = true;
    horizon = Long.MAX_VALUE;
    Arrays.fill(growing, null);
  }
}
