package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * What lanes that follow the first come to by iterations that are skipped. When the first has recurred, each row of times comes from
 * one row of the state before: the first lane chose which, so all have come the same way, and have had times added that hang on that
 * way alone. Every further iteration goes these ways once more, from row to row. So ways are put together, twice as many iterations with
 * each step, and no iteration is gone through.
 *
 * <p>Which row a row comes from stands in a lane of its own: the {@link Snapshot} put each row's number there, nothing is ever added to it,
 * and it has gone the ways of the others since.
 *
 * <p>A walk shows it the state as it is now, then it repeats. One use, one thread.
 */
final class Followers implements StateWalk.Visitor {
  private final Snapshot then;
  private final int lanes;
  private final int lastLane;

  /** Rows of now, in the order of the snapshot's. */
  private final List<LaneTimes> tables = new ArrayList<>();

  private final IntArrayList places = new IntArrayList();

  Followers(Snapshot then, Figures figures) {
    this.then = then;
    this.lanes = figures.lanes();
    this.lastLane = lanes - figures.origins() - 1;
  }

  @Override
  public void number(long value) {}

  @Override
  public void times(LaneTimes times, int row, boolean idle) {
    following(times, row);
  }

  @Override
  public void following(LaneTimes times, int row) {
    tables.add(times);
    places.add(row);
  }

  @Override
  public boolean goesOn() {
    return true;
  }

  /** Puts into all rows but for the first lane what so many repetitions of the time since the snapshot would. */
  void repeat(long repetitions) {
    List<int[]> origins = origins(repetitions);
    for (int lane = 1; lane <= lastLane; lane++) {
      repeat(lane, repetitions, origins);
    }
  }

  /** Which row each comes from after 1, 2, 4 and so on repetitions. */
  private List<int[]> origins(long repetitions) {
    List<int[]> origins = new ArrayList<>();
    int[] once = new int[tables.size()];
    for (int row = 0; row < once.length; row++) {
      once[row] = (int) now(row, then.origin);
    }
    origins.add(once);
    for (long rest = repetitions >> 1; rest > 0; rest >>= 1) {
      int[] half = origins.getLast();
      int[] whole = new int[half.length];
      for (int row = 0; row < half.length; row++) {
        whole[row] = half[half[row]];
      }
      origins.add(whole);
    }
    return origins;
  }

  private void repeat(int lane, long repetitions, List<int[]> origins) {
    int rows = tables.size();
    long[] time = new long[rows];
    long[] added = new long[rows];
    for (int row = 0; row < rows; row++) {
      time[row] = now(row, lane);
      added[row] = time[row] - before(origins.getFirst()[row], lane);
    }
    for (int power = 0; power < origins.size(); power++) {
      int[] from = origins.get(power);
      if ((repetitions >> power & 1) == 1) {
        time = ways(time, from, added);
      }
      added = ways(added, from, added);
    }
    for (int row = 0; row < rows; row++) {
      tables.get(row).set(places.getInt(row), lane, time[row]);
    }
  }

  private static long[] ways(long[] times, int[] from, long[] added) {
    long[] sums = new long[times.length];
    for (int row = 0; row < sums.length; row++) {
      sums[row] = times[from[row]] + added[row];
    }
    return sums;
  }

  private long now(int row, int lane) {
    return tables.get(row).get(places.getInt(row), lane);
  }

  private long before(int row, int lane) {
    return then.seen.getLong(then.rows.getInt(row) + lane);
  }
}
