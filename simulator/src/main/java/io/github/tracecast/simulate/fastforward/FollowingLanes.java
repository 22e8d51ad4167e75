package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the effect of skipped iterations on lanes that follow the first. When the first lane has
 * recurred, each row of times comes from one row of the earlier state. The first lane chose that
 * row for all lanes. The times that were added on the way depend only on this choice. Each further
 * iteration repeats these steps from row to row. This class combines the steps and doubles the
 * number of iterations each time, so it walks through no iteration.
 *
 * <p>A separate lane holds the origin of each row. The {@link StateImage} put the row's number
 * there. No share is ever added to it, but it moves like the other lanes.
 *
 * <p>This class first receives the current state. Later, {@link #repeat} changes it. One use, one
 * thread.
 */
final class FollowingLanes implements StateSink {
  private final StateImage then;
  private final int lanes;
  private final int lastLane;

  /** Current rows, in the order of the snapshot. */
  private final List<LaneTimes> tables = new ArrayList<>();

  private final IntArrayList places = new IntArrayList();

  FollowingLanes(StateImage then, LaneFigures figures) {
    this.then = then;
    this.lanes = figures.lanes();
    this.lastLane = lanes - figures.origins() - 1;
  }

  @Override
  public void times(LaneTimes times, int row, boolean idle) {
    gap(times, row);
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    tables.add(ends);
    places.add(row);
  }

  /** Repeats the course since the snapshot in all rows, except on the first lane. */
  void repeat(long repetitions) {
    List<int[]> origins = origins(repetitions);
    for (int lane = 1; lane <= lastLane; lane++) {
      repeat(lane, repetitions, origins);
    }
  }

  /** Origins of each row after 1, 2, 4 and so on repetitions. */
  private List<int[]> origins(long repetitions) {
    List<int[]> origins = new ArrayList<>();
    int[] once = new int[tables.size()];
    for (int row = 0; row < once.length; row++) {
      once[row] = (int) now(row, then.origin());
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
    return then.time(row, lane);
  }
}
