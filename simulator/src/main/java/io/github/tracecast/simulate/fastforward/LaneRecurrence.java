package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateVisitor;
import java.util.Arrays;

/**
 * Compares an evaluation with a snapshot of itself. The states may differ by one shift in time,
 * common to all clocks, messages in flight and ends. They may also differ in the iterations left.
 * Anything that has stood still since the snapshot may keep its times. One comparison per object.
 */
final class LaneRecurrence implements StateVisitor {
  private final RankStates ranks;
  private final LaneSnapshot then;
  private final int lanes;
  private final int[] live;

  /** The shift by lane, ps. It is 0 on lanes that were dropped or that follow. */
  final long[] shift;

  private int next;

  /** Where the snapshot has the last clock that was seen. */
  private int clock;

  /** The row of that clock. */
  private int clockRow;

  private boolean equal = true;

  LaneRecurrence(LaneProgram program, Interpreter run, LaneSnapshot then, int watched) {
    this.ranks = run.ranks;
    this.then = then;
    this.lanes = program.lanes();
    this.live = run.live.live();
    this.shift = new long[lanes];
    for (int k : live) {
      shift[k] = ranks.clock.get(watched, k) - then.base[k];
    }
  }

  /** Whether the rank has not moved since the snapshot. */
  boolean idle(int rank) {
    int first = rank * ranks.frames;
    int end = first + ranks.frames;
    return !ranks.resting.contains(rank) // it could continue
        && ranks.depth[rank] == then.depth[rank]
        && Arrays.equals(ranks.left, first, end, then.left, first, end)
        && Arrays.equals(ranks.ordinal, first, end, then.ordinal, first, end);
  }

  /** Whether everything that was compared is equal. */
  boolean equal() {
    return equal && next == then.seen.size();
  }

  @Override
  public void number(long value) {
    equal = equal && next < then.seen.size() && then.seen.getLong(next++) == value;
  }

  @Override
  public void times(LaneTimes times, int row, boolean idle) {
    boolean moved = true;
    boolean kept = idle;
    if (times == ranks.clock) {
      clock = next;
      clockRow = row;
    }
    equal = equal && next + lanes <= then.seen.size();
    for (int i = 0; i < live.length && equal; i++) {
      int k = live[i];
      long before = then.seen.getLong(next + k);
      long now = times.get(row, k);
      moved &= now == before + shift[k];
      kept &= now == before;
    }
    next += lanes;
    equal = equal && (moved || kept);
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    equal = equal && next + lanes <= then.seen.size();
    for (int i = 0; i < live.length && equal; i++) {
      int k = live[i];
      long before = then.seen.getLong(next + k) - then.seen.getLong(clock + k);
      long now = ends.get(row, k) - ranks.clock.get(clockRow, k);
      equal = Math.max(0, now) == Math.max(0, before);
    }
    next += lanes;
  }

  @Override
  public void busy(long[] from, long[] until, int first) {
    equal = equal && next + 2 * lanes <= then.seen.size();
    for (int i = 0; i < live.length && equal; i++) {
      int k = live[i];
      long start = then.seen.getLong(next + k);
      long end = then.seen.getLong(next + lanes + k);
      long passed = ranks.clock.get(clockRow, k) - then.seen.getLong(clock + k);
      boolean busyOnce = start < end;
      equal = busyOnce == (from[first + k] < until[first + k])
          && (!busyOnce || from[first + k] - start == passed && until[first + k] - end == passed);
    }
    next += 2 * lanes;
  }

  @Override
  public boolean goesOn() {
    return equal;
  }
}
