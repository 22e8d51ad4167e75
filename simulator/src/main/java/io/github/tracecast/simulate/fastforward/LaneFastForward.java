package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.FastForwarding;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.state.StateVisitor;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Skips iterations that would only repeat. When no rank can continue before the end of its
 * iteration, this class compares the whole state with an earlier one. If the state has recurred up
 * to a shift in time, the same course repeats with that shift. It repeats until the first of the
 * advancing loops ends. The accounts and the time advance by all these repetitions at once.
 *
 * <p>Nothing is estimated. The evaluation is a function of the state alone. Equal states that
 * differ by a time have equal futures that differ by the same time. A deterministic loop is a
 * max-plus system and becomes periodic (Baccelli, Cohen, Olsder, Quadrat, "Synchronization and
 * Linearity", 1992). Brent's method finds recurrences at each nesting depth of a watched rank. So
 * comparisons and copies cost no more than in proportion to the iterations before the recurrence.
 *
 * <p>Skipped time is kept in an offset, so the recurred state stays untouched. Times that have
 * stood still are moved back instead. One thread.
 */
public final class LaneFastForward implements FastForwarding.AtIterations {
  /** Fewest iterations left for which a drift is worth watching. */
  private static final int FEWEST = 6;

  /** One loop of the watched rank. */
  private static final class Watch {
    final int loop;
    final int depth;
    LaneSnapshot snapshot;
    long visits;
    long limit = 1;

    /** Null unless the state may drift. */
    DriftingLoop drifting;

    /** Iterations so far, those to wait for another attempt, and the shortest period to try. */
    long all;

    long pause;
    long shortest = 1;

    Watch(int loop, int depth) {
      this.loop = loop;
      this.depth = depth;
    }
  }

  private final LaneProgram program;
  private final BodyPeriods bodies;
  private final Interpreter run;
  private final RankStates ranks;
  private final StateWalk walk;

  /** Whether a maximum may be watched until it changes sides. */
  private final boolean drifts;

  /** Null unless the machine has half-duplex interfaces. */
  private final BusyPeriods horizon;

  private final int lanes;

  /** By loop. */
  private final Int2ObjectMap<Watch> watches = new Int2ObjectOpenHashMap<>();

  /** Skipped loops of each lane, in the order in which they were first reached. */
  private final List<List<Skip>> skipped;

  /** Time skipped so far, by lane, ps. */
  private final long[] offset;

  /** The watched rank. It stays the same as long as it continues. */
  private int watched = RankStates.NONE;

  /** The loop that logs margins, so that inner loops must be replayed; null if none does. */
  private Watch logging;

  /** Position of the watched rank when it was last seen. */
  private int seenDepth;

  private long seenOrdinal;

  public LaneFastForward(LaneProgram program, Interpreter run) {
    this.program = program;
    this.bodies = new BodyPeriods(program.programs());
    this.run = run;
    this.ranks = run.ranks;
    this.lanes = program.lanes();
    this.walk = new StateWalk(program, run);
    this.horizon = ranks.interfaces == null ? null : new BusyPeriods(program, run);
    this.drifts = run.network == null && run.departures == null;
    this.offset = new long[lanes];
    this.skipped =
        IntStream.range(0, lanes).<List<Skip>>mapToObj(k -> new ArrayList<>()).toList();
  }

  @Override
  public List<Skip> skips(int lane) {
    return List.copyOf(skipped.get(lane));
  }

  @Override
  public void end(int rank) {
    for (int k = 0; k < lanes; k++) {
      ranks.clock.add(rank, k, offset[k]);
    }
  }

  @Override
  public void round() {
    if (!goesOn(watched)) {
      watch(ranks.parked.lowest());
    }
    if (ranks.parked.contains(watched) || ranks.resting.contains(watched)) {
      look(watched);
    }
  }

  @Override
  public void turn(int rank) {
    if (!goesOn(watched)) {
      watch(rank);
    }
    if (rank == watched) {
      look(rank);
    }
  }

  private boolean goesOn(int rank) {
    return rank != RankStates.NONE && program.code()[ranks.at[rank]] != Op.HALT;
  }

  private void watch(int rank) {
    watched = rank;
    ranks.watchBy(null);
    logging = null;
    watches.clear();
  }

  /** Compares the state when the watched rank stands at the end of an iteration. */
  private void look(int rank) {
    int depth = ranks.depth[rank];
    long ordinal = ranks.ordinal[rank * ranks.frames + depth];
    if (depth == seenDepth && ordinal == seenOrdinal) {
      return; // the rank has not moved since it was last seen
    }
    seenDepth = depth;
    seenOrdinal = ordinal;
    int loop = ranks.loop[rank * ranks.frames + depth];
    if (logging != null && logging.loop != loop) {
      if (depth > logging.depth) {
        return;
      }
      logging.drifting.stop(); // its loop has ended
      watches.remove(logging.loop);
      logging = null;
    }
    Watch watch = watches.computeIfAbsent(loop, l -> new Watch(l, depth));
    watch.all++;
    if (watch.drifting != null) {
      drift(watch, rank);
      return;
    }
    if (horizon != null) {
      horizon.forgetPast();
    }
    watch.visits++;
    if (watch.snapshot != null && !run.followersAddUp() && recurred(watch.snapshot, rank)) {
      watches.clear();
      return;
    }
    if (watch.snapshot != null && mayDrift(watch)) {
      Drift drift = new Drift(watch.snapshot, run);
      walk.walk(drift, r -> false, channel -> false);
      if (drift.isAll() && watch.snapshot.repetitions(program, ranks, bodies) > FEWEST) {
        watch.drifting = new DriftingLoop(
            program, run, walk, bodies, rank, depth, watch.snapshot, watch.visits, drift);
        watch.snapshot = null;
      }
    }
    if (watch.drifting == null && (watch.snapshot == null || watch.visits == watch.limit)) {
      if (program.figures().origins() > 0) {
        watches.values().removeIf(other -> other != watch && other.depth == depth);
      }
      watch.snapshot = new LaneSnapshot(program, run, walk, rank, depth);
      watch.visits = 0;
      watch.limit *= 2;
    }
  }

  /** Whether it is worth looking at how the times have moved since the snapshot. */
  private boolean mayDrift(Watch watch) {
    return drifts && watch.all >= watch.pause && watch.visits >= watch.shortest;
  }

  private void drift(Watch watch, int rank) {
    int frame = rank * ranks.frames + watch.depth;
    long left = ranks.left[frame];
    long[] clocks = new long[lanes];
    Arrays.setAll(clocks, k -> ranks.clock.get(rank, k));
    long skipped = watch.drifting.visit();
    if (skipped > 0) {
      for (int k : run.live.live()) {
        double seconds = Picos.seconds(ranks.clock.get(rank, k) - clocks[k]);
        long iterations = left - ranks.left[frame];
        note(k, new Skip(watch.loop, watch.depth, iterations / skipped, 1, iterations, seconds, 0));
      }
      if (program.figures().follow()) {
        watches.clear(); // the origins of the others are lost
        watches.put(watch.loop, watch);
      }
    } else if (skipped < 0) {
      stop(watch);
    }
    logging = watch.drifting != null && watch.drifting.logs() ? watch : null;
  }

  private void stop(Watch watch) {
    if (!watch.drifting.hasSkipped()) {
      watch.pause = 2 * watch.all;
      watch.shortest *= 2;
    }
    watch.drifting.stop();
    watch.drifting = null;
    watch.visits = 0;
  }

  private boolean recurred(LaneSnapshot then, int rank) {
    LaneRecurrence recurrence = new LaneRecurrence(program, run, then, rank);
    walk.walk(
        recurrence,
        recurrence::idle,
        channel -> run.transport.messages[channel] == then.messages[channel]);
    if (!recurrence.equal()) {
      return false;
    }
    long times = then.repetitions(program, ranks, bodies);
    if (times > 0) {
      skip(then, recurrence, times, rank);
    }
    return times > 0;
  }

  private void skip(LaneSnapshot then, LaneRecurrence recurrence, long times, int rank) {
    int depth = then.advanced(ranks, rank);
    int frame = rank * ranks.frames + depth;
    long each = then.left[frame] - ranks.left[frame];
    for (int k = 0; k < lanes; k++) {
      double seconds = Picos.seconds(times * (double) recurrence.shift[k]);
      note(k, new Skip(ranks.loop[frame], depth, each, 1, each * times, seconds, 0));
    }
    then.repeat(program, run, times, null);
    if (program.figures().follow()) {
      followers(then).repeat(times);
    }
    moveIdleBack(then, recurrence, times);
    then.repeatLoops(ranks, times);
    for (int k = 0; k < lanes; k++) {
      offset[k] = Math.addExact(offset[k], Math.multiplyExact(recurrence.shift[k], times));
      if (offset[k] > Picos.MAX) {
        throw new ReplayException("found more than " + Picos.seconds(Picos.MAX)
            + " s of simulated time in loop " + ranks.loop[frame] + "; expected less");
      }
    }
  }

  private FollowingLanes followers(LaneSnapshot then) {
    FollowingLanes followers = new FollowingLanes(then, program.figures());
    walk.walk(followers, rank -> false, channel -> false);
    return followers;
  }

  private void note(int lane, Skip skip) {
    List<Skip> skips = skipped.get(lane);
    for (int i = 0; i < skips.size(); i++) {
      if (skips.get(i).adds(skip)) {
        skips.set(i, skips.get(i).plus(skip));
        return;
      }
    }
    skips.add(skip);
  }

  /**
   * Moves back all times that have not moved with the others. They keep their value relative to the
   * run.
   */
  private void moveIdleBack(LaneSnapshot then, LaneRecurrence recurrence, long times) {
    Map<LaneTimes, BitSet> moved = new IdentityHashMap<>();
    LaneRecurrence again = new LaneRecurrence(program, run, then, watched);
    walk.walk(
        new StateVisitor() {
          private int next;

          @Override
          public void number(long value) {
            next++;
          }

          @Override
          public void times(LaneTimes times, int row, boolean idle) {
            boolean kept = idle;
            for (int k : run.live.live()) {
              kept &= times.get(row, k) == then.seen.getLong(next + k);
            }
            next += lanes;
            if (kept) {
              moved.computeIfAbsent(times, t -> new BitSet()).set(row);
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

          @Override
          public boolean goesOn() {
            return true;
          }
        },
        again::idle,
        channel -> run.transport.messages[channel] == then.messages[channel]);
    moved.forEach((table, rows) ->
        rows.stream().forEach(row -> moveBack(table, row, recurrence.shift, times)));
    BitSet clocks = moved.getOrDefault(ranks.clock, new BitSet());
    clocks.stream().forEach(row -> moveCallBack(row, recurrence.shift, times));
  }

  /** Moves back the times that belong to a clock that was moved back. */
  private void moveCallBack(int row, long[] shift, long times) {
    if (ranks.nextSend != null) {
      moveBack(ranks.nextSend, row, shift, times);
      moveBack(ranks.nextReceive, row, shift, times);
    }
    if (ranks.interfaces != null) {
      for (int k = 0; k < lanes; k++) {
        ranks.interfaces.move(row * lanes + k, -shift[k] * times);
      }
    }
  }

  private void moveBack(LaneTimes table, int row, long[] shift, long times) {
    for (int k = 0; k < lanes; k++) {
      table.add(row, k, -shift[k] * times);
    }
  }
}
