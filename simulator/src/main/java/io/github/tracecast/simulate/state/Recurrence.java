package io.github.tracecast.simulate.state;

import io.github.tracecast.simulate.lanes.LaneTimes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;

/**
 * Compares the state of a run with an earlier state. The run continues as from the earlier state if
 * the two states differ only by a shift in time, and by one loop counter of each rank that has
 * advanced.
 *
 * <p>Each time must have moved by the shift of its lane, which is common to all clocks, messages in
 * flight and ends of requests. A time may also have stood still, in two cases. In a run on lanes,
 * ranks run in any order, so a rank and its times may have stood still while other ranks continued.
 * In a run in order of simulated time, a time may lie in the past: a rank's clock is never behind
 * the engine's time while it acts, so the distance of the past time has no effect.
 *
 * <p>One comparison per object, one thread.
 */
public final class Recurrence implements StateSink {
  private static final IntPredicate NONE = at -> false;

  private final StateImage then;
  private final int lanes;

  /** The lanes whose state has recurred in the part compared so far. */
  private int[] live;

  private final long[] shift;
  private long[] skipped = {};
  private IntPredicate idleRanks = NONE;
  private IntPredicate quietChannels = NONE;

  /** Whether the run is in order of simulated time, and if so, the time of the earlier state in ps. */
  private boolean inTime;

  private long pastPicos;
  private long allowedPicos;
  private final LoopAdvance advance;

  private int next;
  private boolean equal = true;
  private long deviationPicos;

  /** The rows of times that have stood still, in a run on lanes. */
  private final Map<LaneTimes, BitSet> standing = new IdentityHashMap<>();

  /** The last compared clock, to which gaps are relative: its position in the image, and its row. */
  private int clock;

  @SuppressWarnings("NullAway.Init") // a compared clock sets this field before any gap is compared
  private LaneTimes clocks;

  private int clockRow;

  /** For each rank, the latest completion time that has stood still, and the earliest completion time that has moved, ps. */
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
   * Prepares the comparison of a run on lanes. The state may recur only on some lanes, see
   * {@link #lanes}.
   *
   * @param live the deciding lanes
   * @param shift for each lane, the time since the earlier state without skipped time, ps
   * @param skipped for each lane, the time skipped since the earlier state, by which times that
   *     stand still were moved back, ps
   * @param idleRanks ranks that may have stood still
   * @param quietChannels channels on which no message was sent
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
   * Prepares the comparison of a run in order of simulated time.
   *
   * @param tolerance allowed deviation of the shift of a time from the engine's advance, as a share
   *     of that advance; 0 allows no deviation
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

  /** Whether the whole state has recurred, on at least one lane. */
  public boolean isFound() {
    return equal && next == then.size();
  }

  /** The lanes on which the state has recurred, in ascending order. */
  public int[] lanes() {
    return live;
  }

  public LoopAdvance advance() {
    return advance;
  }

  /** Visits the rows of times that have stood still, in a run on lanes. */
  public void forEachStanding(ObjIntConsumer<LaneTimes> visitor) {
    standing.forEach((table, rows) -> rows.stream().forEach(row -> visitor.accept(table, row)));
  }

  /** Number of compared values, as a measure of the cost. */
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
  public boolean needsMore() {
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

  /** Whether the image has a number of further values. If not, the states differ. */
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
      int[] recurred = lanesWhere(k -> times.get(row, k) == then.get(at + k) + shift[k]);
      if (idle && recurred.length < live.length) {
        int[] stood = lanesWhere(k -> times.get(row, k) == then.get(at + k) - skipped[k]);
        if (recurred.length == 0 || stood.length == live.length) {
          standing.computeIfAbsent(times, table -> new BitSet()).set(row);
          recurred = stood;
        }
      }
      keepLanes(recurred);
    }
  }

  /** The lanes of {@link #live} that satisfy a condition. */
  private int[] lanesWhere(IntPredicate holds) {
    int holding = 0;
    while (holding < live.length && holds.test(live[holding])) {
      holding++;
    }
    return holding == live.length ? live : Arrays.stream(live).filter(holds).toArray();
  }

  /** Ends the comparison of a row of times, after which only some lanes are left. */
  private void keepLanes(int[] some) {
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
      keepLanes(lanesWhere(k -> {
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
    // a moving time must not precede a standing time, or the order of completions would change
    equal = equal && lastStanding[rank] <= firstMoving[rank];
  }

  /** Compares a time with its earlier value. Returns false if the time lies in the past and has stood still. */
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
