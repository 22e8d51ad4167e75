package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Skips iterations on the lanes that follow the first lane, after the state of the first lane has
 * recurred. The object first receives the current state.
 *
 * <p>Each row of times has its origin in one row of the earlier state; the first lane chose it for
 * all lanes. The time that was added since then depends only on this choice. Each further iteration
 * repeats these steps from row to row. This class combines the steps of 1, 2, 4 and so on
 * iterations, so n iterations cost log n combinations. An origin lane holds the origin of each row,
 * which {@link StateImage} has written there. No time is ever added to an origin lane, but the lane
 * moves like the other lanes.
 *
 * <p>One use, one thread.
 */
final class FollowingLanes implements StateSink {
  private final LaneFigures figures;
  private final StateImage image;

  /** The table and row of each time in the current state, and the index of this time in {@link #image}. */
  private final List<LaneTimes> tables = new ArrayList<>();

  private final IntArrayList rows = new IntArrayList();
  private final IntArrayList places = new IntArrayList();
  private int next;

  /** @param then the earlier state */
  FollowingLanes(LaneFigures figures, StateImage then) {
    this.figures = figures;
    this.image = then;
  }

  @Override
  public void number(long value) {
    next++;
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    tables.add(ends);
    rows.add(row);
    places.add(next);
    next += figures.lanes();
  }

  /** Advances the times by a number of repetitions of the steps since the earlier state. */
  void repeat(long repetitions) {
    List<int[]> origins = origins(repetitions);
    for (int lane = 1; lane < figures.lanes() - figures.origins(); lane++) {
      repeat(lane, repetitions, origins);
    }
  }

  /** Arrays for 1, 2, 4... repetitions: for each row, the row from which its times come. */
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
        end = addAlongOrigins(end, from, added);
      }
      added = addAlongOrigins(added, from, added);
    }
    for (int row = 0; row < end.length; row++) {
      tables.get(row).set(rows.getInt(row), lane, end[row]);
    }
  }

  private static long[] addAlongOrigins(long[] times, int[] from, long[] added) {
    long[] sums = new long[times.length];
    Arrays.setAll(sums, row -> times[from[row]] + added[row]);
    return sums;
  }

  private long now(int row, int lane) {
    return tables.get(row).get(rows.getInt(row), lane);
  }
}
