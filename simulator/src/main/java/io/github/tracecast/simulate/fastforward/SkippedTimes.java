package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies a skip to the times of a state that has recurred. This class first receives the current
 * state.
 *
 * <p>Skipped time is not added to clocks. So times that have stood still since the earlier state,
 * while others moved on, move back instead. Idle times keep their value relative to the run.
 *
 * <p>Lanes that follow the first repeat their course. Each row of their times comes from one row of
 * the earlier state, which the first lane chose for all lanes. The times that were added on the way
 * depend only on this choice. Each further iteration repeats these steps from row to row. This class
 * combines the steps and doubles the number of iterations each time, so it walks through no
 * iteration. A separate lane holds the origin of each row. The {@link StateImage} put the row's
 * place there. No share is ever added to it, but it moves like the other lanes.
 *
 * <p>One use, one thread.
 */
final class SkippedTimes implements StateSink {
  private final Interpreter run;
  private final RunMoment then;
  private final StateImage image;
  private final int lanes;
  private final int[] live;
  private final long[] skipped;

  /** The first lane after those that follow the first; 1 if none do. */
  private final int endOfFollowing;

  /** The rows of clocks that have not changed, and the rows of other times that have not changed. */
  private final BitSet idleClocks = new BitSet();

  private final Map<LaneTimes, BitSet> idle = new IdentityHashMap<>();

  /** Where lanes follow: all rows, and their places in the earlier image. */
  private final List<LaneTimes> tables = new ArrayList<>();

  private final IntArrayList rows = new IntArrayList();
  private final IntArrayList places = new IntArrayList();
  private int next;

  /**
   * @param live the lanes that have recurred
   * @param skipped by lane, the time skipped since the earlier state; times that stand still moved
   *     back by it; ps
   */
  SkippedTimes(Interpreter run, RunMoment then, int[] live, long[] skipped) {
    this.run = run;
    this.then = then;
    this.image = then.image;
    this.live = live;
    this.skipped = skipped;
    LaneFigures figures = run.program().figures();
    lanes = figures.lanes();
    endOfFollowing = figures.follow() ? lanes - figures.origins() : 1;
  }

  @Override
  public boolean isIdle(int rank) {
    return then.isIdle(rank, run.ranks());
  }

  @Override
  public boolean isQuiet(int channel) {
    return then.totals.isQuiet(channel);
  }

  @Override
  public void number(long value) {
    next++;
  }

  @Override
  public void left(int rank, int depth, long iterations) {
    next++;
  }

  @Override
  public void clock(LaneTimes clocks, int row, boolean mayBeIdle) {
    if (standsStill(clocks, row, mayBeIdle)) {
      idleClocks.set(row);
    }
  }

  @Override
  public void times(LaneTimes times, int row, boolean mayBeIdle) {
    if (standsStill(times, row, mayBeIdle)) {
      idle.computeIfAbsent(times, t -> new BitSet()).set(row);
    }
  }

  private boolean standsStill(LaneTimes times, int row, boolean mayBeIdle) {
    boolean kept = mayBeIdle;
    for (int k : live) {
      kept &= times.get(row, k) == image.get(next + k) - skipped[k];
    }
    gap(times, row);
    return kept;
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    if (endOfFollowing > 1) {
      tables.add(ends);
      rows.add(row);
      places.add(next);
    }
    next += lanes;
  }

  /**
   * Skips repetitions of the course since the earlier state.
   *
   * @param picos the skipped time on each lane, ps
   */
  void skip(long repetitions, long[] picos) {
    if (endOfFollowing > 1) {
      List<int[]> origins = origins(repetitions);
      for (int lane = 1; lane < endOfFollowing; lane++) {
        repeat(lane, repetitions, origins);
      }
    }
    idle.forEach((table, of) -> of.stream().forEach(row -> table.subtract(row, picos)));
    idleClocks.stream().forEach(row -> run.ranks().moveBack(row, picos));
  }

  /** Origins of each row after 1, 2, 4 and so on repetitions. */
  private List<int[]> origins(long repetitions) {
    List<int[]> origins = new ArrayList<>();
    int[] half = new int[tables.size()];
    Arrays.setAll(
        half,
        row -> IntArrays.binarySearch(
            places.elements(), 0, half.length, (int) now(row, image.origin())));
    origins.add(half);
    for (long rest = repetitions >> 1; rest > 0; rest >>= 1) {
      int[] from = origins.getLast();
      int[] whole = new int[from.length];
      Arrays.setAll(whole, row -> from[from[row]]);
      origins.add(whole);
    }
    return origins;
  }

  private void repeat(int lane, long repetitions, List<int[]> origins) {
    long[] time = new long[tables.size()];
    long[] added = new long[time.length];
    Arrays.setAll(time, row -> now(row, lane));
    int[] once = origins.getFirst();
    Arrays.setAll(added, row -> time[row] - image.get(places.getInt(once[row]) + lane));
    long[] end = time;
    for (int power = 0; power < origins.size(); power++) {
      int[] from = origins.get(power);
      if ((repetitions >> power & 1) == 1) {
        end = ways(end, from, added);
      }
      added = ways(added, from, added);
    }
    for (int row = 0; row < end.length; row++) {
      tables.get(row).set(rows.getInt(row), lane, end[row]);
    }
  }

  private static long[] ways(long[] times, int[] from, long[] added) {
    long[] sums = new long[times.length];
    Arrays.setAll(sums, row -> times[from[row]] + added[row]);
    return sums;
  }

  private long now(int row, int lane) {
    return tables.get(row).get(rows.getInt(row), lane);
  }
}
