package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How each time of the state has moved since a snapshot. Apart from these times and the iterations
 * left, the state must be that of the snapshot. One description, one thread.
 */
final class Drift implements StateSink {
  private final StateImage image;
  private final int lanes;

  /** The lanes that decide. Lanes that follow are among them if {@link FollowingLanes} cannot move them. */
  private final int[] live;

  private final LoopAdvance advance;
  private int next;
  private boolean equal;

  /** Arrays with rows of times, in the order of the description, and where each row begins. */
  private final List<long[]> arrays;

  private final IntArrayList places;

  /** By row and lane: the time, and how far it has moved; ps. */
  private final LongArrayList now;

  private final LongArrayList moved;

  Drift(LaneSnapshot then, Interpreter run) {
    this.image = then.image;
    this.lanes = run.ranks.lanes;
    LaneFigures figures = run.program.figures();
    this.live = run.followersAddUp()
        ? IntStream.range(0, lanes - figures.origins()).toArray()
        : run.live.live();
    int rows = image.rowsOfTimes();
    this.arrays = new ArrayList<>(rows);
    this.places = new IntArrayList(rows);
    this.now = new LongArrayList(rows * live.length);
    this.moved = new LongArrayList(rows * live.length);
    this.advance = new LoopAdvance(run.ranks.count);
    this.equal = then.parkedAs(run.ranks);
  }

  @Override
  public void number(long value) {
    equal = equal && next < image.size() && image.get(next++) == value;
  }

  @Override
  public void left(int rank, int depth, long iterations) {
    equal = equal && next < image.size();
    if (equal) {
      advance.compare(rank, depth, image.get(next++), iterations);
      equal = advance.isPossible();
    }
  }

  @Override
  public void times(LaneTimes times, int row, boolean idle) {
    gap(times, row);
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    row(ends.array(row), ends.at(row));
  }

  @Override
  public void busy(long[] from, long[] until, int first) {
    row(from, first);
    row(until, first);
  }

  private void row(long[] picos, int first) {
    equal = equal && next + lanes <= image.size();
    if (equal) {
      arrays.add(picos);
      places.add(first);
      for (int k : live) {
        now.add(picos[first + k]);
        moved.add(picos[first + k] - image.get(next + k));
      }
      next += lanes;
    }
  }

  @Override
  public boolean goesOn() {
    return equal;
  }

  /** Whether the state differs from the snapshot in times and iterations alone. */
  boolean isAll() {
    return equal && next == image.size();
  }

  /** How far the loops have advanced. */
  LoopAdvance advance() {
    return advance;
  }

  /** Whether each time has moved as far as in another drift. */
  boolean isAs(Drift other) {
    return moved.equals(other.moved);
  }

  /** Moves each time as far again, several times. */
  void repeat(long times) {
    int at = 0;
    for (int i = 0; i < places.size(); i++) {
      for (int k : live) {
        long way = Math.multiplyExact(moved.getLong(at), times);
        arrays.get(i)[places.getInt(i) + k] = Math.addExact(now.getLong(at), way);
        at++;
      }
    }
  }
}
