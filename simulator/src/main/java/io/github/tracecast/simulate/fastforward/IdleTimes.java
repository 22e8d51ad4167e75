package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateSink;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Finds the times that have stood still since a snapshot while others moved on. Skipped time is not
 * added to clocks, so these times move back instead. They keep their value relative to the run. One
 * use, one thread.
 */
final class IdleTimes implements StateSink {
  private final Interpreter run;
  private final LaneSnapshot then;
  private final StateImage image;
  private final int lanes;
  private final int[] live;
  private final Map<LaneTimes, BitSet> idle = new IdentityHashMap<>();
  private int next;

  /** @param live the lanes that have recurred */
  IdleTimes(Interpreter run, LaneSnapshot then, int[] live) {
    this.run = run;
    this.live = live;
    this.then = then;
    this.image = then.image;
    this.lanes = run.ranks.lanes;
  }

  @Override
  public boolean isIdle(int rank) {
    return then.isIdle(rank, run.ranks);
  }

  @Override
  public boolean isQuiet(int channel) {
    return then.totals.isQuiet(channel, run);
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
  public void times(LaneTimes times, int row, boolean mayBeIdle) {
    boolean kept = mayBeIdle;
    for (int k : live) {
      kept &= times.get(row, k) == image.get(next + k);
    }
    next += lanes;
    if (kept) {
      idle.computeIfAbsent(times, t -> new BitSet()).set(row);
    }
  }

  @Override
  public void gap(LaneTimes ends, int row) {
    next += lanes;
  }

  @Override
  public void busy(long[] from, long[] until, int first) {
    next += 2 * lanes;
  }

  /** Moves the times back by the given times, one for each lane; ps. */
  void moveBack(long[] picos) {
    idle.forEach((table, rows) -> rows.stream().forEach(row -> moveBack(table, row, picos)));
    idle.getOrDefault(run.ranks.clock, new BitSet()).stream()
        .forEach(row -> moveInterfaceBack(row, picos));
  }

  /** Moves back the times that belong to a clock that was moved back. */
  private void moveInterfaceBack(int row, long[] picos) {
    RankStates ranks = run.ranks;
    if (ranks.nextSend != null) {
      moveBack(ranks.nextSend, row, picos);
      moveBack(ranks.nextReceive, row, picos);
    }
    if (ranks.interfaces != null) {
      for (int k = 0; k < lanes; k++) {
        ranks.interfaces.move(row * lanes + k, -picos[k]);
      }
    }
  }

  private static void moveBack(LaneTimes table, int row, long[] picos) {
    for (int k = 0; k < picos.length; k++) {
      table.add(row, k, -picos[k]);
    }
  }
}
