package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateSink;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Finds the times that have stood still since a snapshot while others moved on. Skipped time is not
 * added to clocks, so these times move back instead. Idle times keep their value relative to the run. One
 * use, one thread.
 */
final class IdleTimes implements StateSink {
  private final Interpreter run;
  private final LaneSnapshot then;
  private final StateImage image;
  private final int lanes;
  private final int[] live;
  private final long[] skipped;

  /** The rows of clocks that have not changed, and the rows of other times that have not changed. */
  private final BitSet idleClocks = new BitSet();

  private final Map<LaneTimes, BitSet> idle = new IdentityHashMap<>();
  private int next;

  /**
   * @param live the lanes that have recurred
   * @param skipped the time skipped since the snapshot, on each lane, in ps; times that stand still
   *     moved back by it
   */
  IdleTimes(Interpreter run, LaneSnapshot then, int[] live, long[] skipped) {
    this.skipped = skipped;
    this.run = run;
    this.live = live;
    this.then = then;
    this.image = then.image;
    this.lanes = run.ranks().lanes();
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
    next += lanes;
    return kept;
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    next += lanes;
  }

  /** Moves the times back by the given times, one for each lane; ps. */
  void moveBack(long[] picos) {
    idle.forEach((table, rows) -> rows.stream().forEach(row -> table.subtract(row, picos)));
    idleClocks.stream().forEach(row -> run.ranks().moveBack(row, picos));
  }
}
