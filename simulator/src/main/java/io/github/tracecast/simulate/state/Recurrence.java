package io.github.tracecast.simulate.state;

import io.github.tracecast.simulate.lanes.LaneTimes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;

/**
 * Compares a run with an earlier state of itself. Both continue identically if they differ only in
 * time and in one loop counter of each rank that takes part.
 *
 * <p>Each time must have moved by the shift of its lane, which is common to all clocks, messages in
 * flight and ends. Alternatively, it has not moved, and that does not matter. Two cases do not
 * matter. On lanes, ranks run in any order, so a rank and its state may have stood still. In the
 * order of time, a time may be in the past. While a rank acts, its clock is never behind the
 * engine's clock, so how far in the past a time is has no effect.
 *
 * <p>One comparison per object, one thread.
 */
public final class Recurrence implements StateSink {
  private static final IntPredicate NONE = at -> false;

  private final StateImage then;
  private final int lanes;

  /** The lanes that have recurred in the part described so far. */
  private int[] live;

  private final long[] shift;
  private long[] skipped = {};
  private IntPredicate idleRanks = NONE;
  private IntPredicate quietChannels = NONE;

  /** Whether the run is in the order of time, and the time of the earlier state, ps. */
  private boolean inTime;

  private long pastPicos;
  private long allowedPicos;
  private final LoopAdvance advance;

  private int next;
  private boolean equal = true;
  private long deviationPicos;

  /** Rows of times that have stood still, on lanes. */
  private final Map<LaneTimes, BitSet> standing = new IdentityHashMap<>();

  /** The position of the latest clock in the image, and that clock. */
  private int clock;

  @SuppressWarnings("NullAway.Init") // a clock comes before its gaps
  private LaneTimes clocks;

  private int clockRow;

  /** For each rank, the last request that completed in the past, and the first that has moved, in ps. */
  private final long[] lastStanding;

  private final long[] firstMoving;

  private Recurrence(StateImage then, int ranks, int[] live, long[] shift) {
    this.then = then;
    this.lanes = shift.length;
    this.live = live;
    this.shift = shift;
    this.advance = new LoopAdvance(ranks);
    lastStanding = new long[ranks];
    firstMoving = new long[ranks];
    Arrays.fill(lastStanding, Long.MIN_VALUE);
    Arrays.fill(firstMoving, Long.MAX_VALUE);
  }

  /**
   * Compares a run on lanes. Some lanes may have recurred and others not, see {@link #lanes}.
   *
   * @param live lanes that decide
   * @param shift by lane, how much time has passed; ps
   * @param skipped by lane, how much time was skipped besides; times that stand still moved back by
   *     it; ps
   * @param idleRanks ranks that may have stood still
   * @param quietChannels channels without a message
   */
  public static Recurrence onLanes(
      StateImage then,
      int ranks,
      int[] live,
      long[] shift,
      long[] skipped,
      IntPredicate idleRanks,
      IntPredicate quietChannels) {
    Recurrence recurrence = new Recurrence(then, ranks, live, shift);
    recurrence.skipped = skipped;
    recurrence.idleRanks = idleRanks;
    recurrence.quietChannels = quietChannels;
    return recurrence;
  }

  /**
   * Compares a run in the order of time.
   *
   * @param thenPicos the engine's time of the earlier state
   * @param nowPicos the engine's time
   * @param tolerance allowed deviation of times from the engine's advance, as a share of that
   *     advance; 0 allows none
   */
  public static Recurrence inTime(
      StateImage then, int ranks, long thenPicos, long nowPicos, double tolerance) {
    long shift = nowPicos - thenPicos;
    Recurrence recurrence = new Recurrence(then, ranks, new int[] {0}, new long[] {shift});
    recurrence.inTime = true;
    recurrence.pastPicos = thenPicos;
    recurrence.allowedPicos = (long) (tolerance * shift);
    return recurrence;
  }

  /** Whether the whole state repeats the earlier one, on at least one lane. */
  public boolean isFound() {
    return equal && next == then.size();
  }

  /** The lanes that have recurred, in ascending order. */
  public int[] lanes() {
    return live;
  }

  public LoopAdvance advance() {
    return advance;
  }

  /** Visits the times on lanes that have stood still while others moved. */
  public void forEachStanding(ObjIntConsumer<LaneTimes> visitor) {
    standing.forEach((table, rows) -> rows.stream().forEach(row -> visitor.accept(table, row)));
  }

  /** How many numbers were compared, as a measure of the cost. */
  public int compared() {
    return next;
  }

  /** The largest deviation of a time from the shift, ps; 0 if the recurrence is exact. */
  public long deviationPicos() {
    return deviationPicos;
  }

  @Override
  public boolean isIdle(int rank) {
    return idleRanks.test(rank);
  }

  @Override
  public boolean isQuiet(int channel) {
    return quietChannels.test(channel);
  }

  @Override
  public boolean goesOn() {
    return equal;
  }

  @Override
  public void number(long value) {
    equal = equal && next < then.size() && then.get(next++) == value;
  }

  @Override
  public void left(int rank, int depth, long iterations) {
    if (has(1)) {
      advance.compare(rank, depth, then.get(next++), iterations);
      equal = advance.isPossible();
    }
  }

  /** Whether the image has that many further numbers. Without them, the states differ. */
  private boolean has(int numbers) {
    equal = equal && next + numbers <= then.size();
    return equal;
  }

  @Override
  public void clock(LaneTimes of, int row, boolean idle) {
    clock = next;
    clocks = of;
    clockRow = row;
    times(of, row, idle);
  }

  @Override
  public void times(LaneTimes times, int row, boolean idle) {
    if (inTime) {
      time(times.first(row));
    } else if (has(lanes)) {
      int at = next;
      int[] recurred = those(k -> times.get(row, k) == then.get(at + k) + shift[k]);
      if (idle && recurred.length < live.length) {
        int[] stood = those(k -> times.get(row, k) == then.get(at + k) - skipped[k]);
        if (recurred.length == 0 || stood.length == live.length) {
          standing.computeIfAbsent(times, table -> new BitSet()).set(row);
          recurred = stood;
        }
      }
      keep(recurred);
    }
  }

  /** The live lanes that satisfy a condition. */
  private int[] those(IntPredicate holds) {
    int holding = 0;
    while (holding < live.length && holds.test(live[holding])) {
      holding++;
    }
    return holding == live.length ? live : Arrays.stream(live).filter(holds).toArray();
  }

  /** Continues with some lanes after a row of times, if there are any. */
  private void keep(int[] some) {
    next += lanes;
    equal = some.length > 0;
    if (equal) {
      live = some;
    }
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    if (inTime) {
      time(ends.first(row));
    } else if (has(lanes)) {
      int at = next;
      keep(those(k -> {
        long before = then.get(at + k) - then.get(clock + k);
        long now = ends.get(row, k) - clocks.get(clockRow, k);
        return Math.max(0, now) == Math.max(0, before);
      }));
    }
  }

  @Override
  public void time(long picos) {
    if (has(1)) {
      moves(then.get(next++), picos);
    }
  }

  @Override
  public void done(int rank, long picos) {
    if (!has(1)) {
      return;
    }
    long before = then.get(next++);
    if (moves(before, picos)) {
      firstMoving[rank] = Math.min(firstMoving[rank], before);
    } else {
      lastStanding[rank] = Math.max(lastStanding[rank], before);
    }
    // otherwise the order of completions would change
    equal = equal && lastStanding[rank] <= firstMoving[rank];
  }

  /** Checks how a time has moved. Returns false if it stands in the past. */
  private boolean moves(long before, long now) {
    if (now == before && before <= pastPicos) {
      return false;
    }
    long off = Math.abs(now - before - shift[0]);
    equal = off <= allowedPicos;
    deviationPicos = Math.max(deviationPicos, off);
    return true;
  }
}
