package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.lanes.LaneSums;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateVisitor;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * State and accounts of an evaluation at some point. Immutable once made. If lanes follow the
 * first, making a snapshot marks their times.
 */
final class LaneSnapshot {
  /** Open loops of each rank, which show later which of them has advanced. */
  final int[] depth;

  final long[] left;
  final long[] ordinal;

  /** Ranks at the end of an iteration, in the order in which they continue. */
  private final int[] parked;

  /** By lane: the watched rank's time, ps. Other times are relative to it. */
  final long[] base;

  /** Everything that a {@link StateWalk} showed, with absolute times. */
  final LongArrayList seen = new LongArrayList();

  /** Start of each row of times in that list, in the order of the walk. */
  final IntArrayList rows = new IntArrayList();

  /**
   * The lane that holds the place of each row in that order, if lanes {@link FollowingLanes follow};
   * otherwise -1.
   */
  final int origin;

  final long[] messages;
  final long[] bytes;
  final LaneTimes compute;
  final LaneTimes overhead;
  final long[] computed;
  final long[] sent;
  final LaneSums inside;
  final LaneSums insideOverhead;
  final LaneSums computeBefore;
  final long[] missing;

  /**
   * @param watched the rank to which other times are relative
   * @param at the loop depth at which it stands
   */
  LaneSnapshot(LaneProgram program, Interpreter run, StateWalk walk, int watched, int at) {
    int lanes = program.lanes();
    int origins = program.figures().origins();
    origin = origins == 0 ? -1 : lanes - origins + at;
    depth = run.ranks.depth.clone();
    left = run.ranks.left.clone();
    ordinal = run.ranks.ordinal.clone();
    parked = parked(run.ranks);
    base = new long[lanes];
    for (int k = 0; k < lanes; k++) {
      base[k] = run.ranks.clock.get(watched, k);
    }
    messages = run.transport.messages.clone();
    bytes = run.transport.bytes.clone();
    compute = run.accounts.compute.copy(run.ranks.count);
    overhead = run.ranks.overhead.copy(run.ranks.count);
    computed = run.accounts.computed.clone();
    sent = run.accounts.sent.clone();
    inside = run.accounts.inside.copy();
    insideOverhead = run.accounts.insideOverhead.copy();
    computeBefore = run.accounts.computeBefore.copy();
    missing = new long[program.computeTimes().length];
    for (int k = 0; k < missing.length; k++) {
      missing[k] = program.computeTimes()[k].missingPaths();
    }
    walk.walk(new Recorder(lanes), rank -> false, channel -> false);
  }

  private final class Recorder implements StateVisitor {
    private final int lanes;

    Recorder(int lanes) {
      this.lanes = lanes;
    }

    @Override
    public void number(long value) {
      seen.add(value);
    }

    @Override
    public void times(LaneTimes times, int row, boolean idle) {
      gap(times, row);
    }

    @Override
    public void gap(LaneTimes times, int row) {
      if (origin >= 0) {
        times.set(row, origin, rows.size());
        rows.add(seen.size());
      }
      seen.addElements(seen.size(), times.array(row), times.at(row), lanes);
    }

    @Override
    public void busy(long[] from, long[] until, int first) {
      seen.addElements(seen.size(), from, first, lanes);
      seen.addElements(seen.size(), until, first, lanes);
    }

    @Override
    public boolean goesOn() {
      return true;
    }
  }

  private static int[] parked(RankStates ranks) {
    int[] parked = new int[ranks.parked.size()];
    Arrays.setAll(parked, ranks.parked::get);
    return parked;
  }

  /** Whether the ranks at the end of an iteration will continue in the same order. */
  boolean parkedAs(RankStates ranks) {
    return Arrays.equals(parked, parked(ranks));
  }

  /**
   * Depth of the only loop of a rank that has advanced since the snapshot. 0 if none has, -1 if the
   * states cannot match.
   */
  int advanced(RankStates ranks, int rank) {
    int found = 0;
    if (ranks.depth[rank] != depth[rank]) {
      return -1;
    }
    for (int d = 1; d <= ranks.depth[rank]; d++) {
      int frame = rank * ranks.frames + d;
      if (ranks.left[frame] != left[frame]) {
        if (found != 0 || ranks.left[frame] > left[frame]) {
          return -1;
        }
        found = d;
      }
    }
    return found;
  }

  /** How often the course since the snapshot can repeat before a loop ends. */
  long repetitions(LaneProgram program, RankStates ranks, BodyPeriods bodies) {
    long times = Long.MAX_VALUE;
    for (int rank = 0; rank < ranks.count; rank++) {
      if (program.code()[ranks.at[rank]] == Op.HALT) {
        continue;
      }
      int advanced = advanced(ranks, rank);
      if (advanced < 0) {
        return 0;
      }
      if (advanced > 0) {
        int frame = rank * ranks.frames + advanced;
        long iterations = left[frame] - ranks.left[frame];
        if (!bodies.repeats(rank, ranks.loop[frame], iterations)) {
          return 0;
        }
        times = Math.min(times, (ranks.left[frame] - 1) / iterations);
      }
    }
    return times == Long.MAX_VALUE ? 0 : times;
  }

  /** Advances all loops by their iterations since the snapshot, {@code times} times. */
  void repeatLoops(RankStates ranks, long times) {
    for (int rank = 0; rank < ranks.count; rank++) {
      int first = rank * ranks.frames;
      for (int f = first; f <= first + ranks.depth[rank]; f++) {
        ranks.left[f] -= (left[f] - ranks.left[f]) * times;
        ranks.ordinal[f] += (ranks.ordinal[f] - ordinal[f]) * times;
      }
    }
  }

  /**
   * Adds the change since the snapshot to the accounts, {@code times} times. If the time inside
   * calls grows, it does so each time by the growth since the period before.
   *
   * @param before the state one period before the snapshot; null if no call grows
   */
  void repeat(LaneProgram program, Interpreter run, long times, LaneSnapshot before) {
    repeat(run.transport.messages, messages, times);
    repeat(run.transport.bytes, bytes, times);
    run.accounts.compute.repeat(compute, times);
    moveStarts(run, times);
    run.ranks.overhead.repeat(overhead, times);
    repeat(run.accounts.computed, computed, times);
    repeat(run.accounts.sent, sent, times);
    if (before == null) {
      run.accounts.inside.addTimes(times, inside, run.accounts.inside);
    } else {
      run.accounts.inside.addSeries(times, before.inside, inside);
    }
    run.accounts.insideOverhead.addTimes(times, insideOverhead, run.accounts.insideOverhead);
    run.accounts.computeBefore.addTimes(times, computeBefore, run.accounts.computeBefore);
    for (int k = 0; k < missing.length; k++) {
      program.computeTimes()[k].repeatMissing(missing[k], times);
    }
  }

  /** Moves the starts of own work, so that the current call keeps what it has paid. */
  private void moveStarts(Interpreter run, long times) {
    RankStates ranks = run.ranks;
    for (int rank = 0; rank < ranks.count; rank++) {
      for (int k = 0; k < ranks.lanes; k++) {
        long paid = ranks.overhead.get(rank, k) - overhead.get(rank, k);
        ranks.overheadStart.add(rank, k, paid * times);
      }
    }
  }

  private static void repeat(long[] now, long[] then, long times) {
    for (int i = 0; i < then.length; i++) {
      now[i] = Math.addExact(now[i], Math.multiplyExact(now[i] - then[i], times));
    }
  }
}
