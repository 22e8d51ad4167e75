package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.Skip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Skips iterations that would only repeat themselves. When no rank can go on before the end of its
 * iteration, the whole state is compared with an earlier one; if it has recurred up to a shift in time,
 * what happened in between will happen again and again, each time taking that shift, until the first of
 * the loops that went round comes to its end. That much is added to the accounts and to the time.
 *
 * <p>Nothing is estimated: evaluation is a function of the state alone, and equal states a time apart have
 * equal futures that time apart. (Baccelli, Cohen, Olsder, Quadrat, "Synchronization and Linearity",
 * 1992: a deterministic loop is a max-plus system and becomes periodic.) Recurrences are found by Brent's
 * method at each nesting depth of a watched rank, so the cost of the comparisons and copies stays in
 * proportion to that of the iterations before the recurrence.
 *
 * <p>Time skipped is kept in an offset, so that what has recurred need not be touched; what has stood still
 * is moved back instead. One thread.
 */
final class FastForwarder {
  /** One nesting depth of the watched rank. */
  private static final class Watch {
    Snapshot snapshot;
    long visits;
    long limit = 1;
  }

  private final LaneProgram program;
  private final Evaluation run;
  private final Ranks ranks;
  private final StateWalk walk;

  /** Null without half-duplex interfaces. */
  private final Horizon horizon;

  private final int lanes;
  private final Watch[] watches;

  /** What was skipped where, by lane, in the order in which it was first reached. */
  private final List<List<Skip>> skipped;

  /** Time skipped until now, by lane, ps. */
  private final long[] offset;

  /** The same rank as long as it goes on. */
  private int watched = Ranks.NONE;

  /** Where the watched rank stood when it was last looked at. */
  private int seenDepth;

  private long seenOrdinal;

  FastForwarder(LaneProgram program, Evaluation run) {
    this.program = program;
    this.run = run;
    this.ranks = run.ranks;
    this.lanes = program.lanes();
    this.walk = new StateWalk(program, run);
    this.horizon = ranks.interfaces == null ? null : new Horizon(program, run);
    this.watches = new Watch[ranks.frames];
    this.offset = new long[lanes];
    this.skipped =
        IntStream.range(0, lanes).<List<Skip>>mapToObj(k -> new ArrayList<>()).toList();
  }

  /** What was skipped where on a lane, in the order in which it was first reached. */
  List<Skip> skips(int lane) {
    return List.copyOf(skipped.get(lane));
  }

  /** A rank has come to its end: its clock is that of the whole run from now on. */
  void end(int rank) {
    for (int k = 0; k < lanes; k++) {
      ranks.clock.add(rank, k, offset[k]);
    }
  }

  /** All ranks wait for others, stand at the end of an iteration, or have ended. */
  void round() {
    if (!goesOn(watched)) {
      watch(ranks.parked.lowest());
    }
    if (ranks.parked.contains(watched) || ranks.resting.contains(watched)) {
      look(watched);
    }
  }

  /** All ranks wait for others, have ended, or stand at the end of an iteration, this one the earliest of these. */
  void turn(int rank) {
    if (!goesOn(watched)) {
      watch(rank);
    }
    if (rank == watched) {
      look(rank);
    }
  }

  private boolean goesOn(int rank) {
    return rank != Ranks.NONE && program.code()[ranks.at[rank]] != Op.HALT;
  }

  private void watch(int rank) {
    watched = rank;
    Arrays.fill(watches, null);
  }

  /** The watched rank stands at the end of an iteration. */
  private void look(int rank) {
    int depth = ranks.depth[rank];
    long ordinal = ranks.ordinal[rank * ranks.frames + depth];
    if (depth == seenDepth && ordinal == seenOrdinal) {
      return; // it has not gone on since it was last seen
    }
    seenDepth = depth;
    seenOrdinal = ordinal;
    if (horizon != null) {
      horizon.forgetPast();
    }
    Watch watch = watches[depth];
    if (watch == null) {
      watch = new Watch();
      watches[depth] = watch;
    }
    watch.visits++;
    if (watch.snapshot != null && recurred(watch.snapshot, rank)) {
      Arrays.fill(watches, null);
    } else if (watch.snapshot == null || watch.visits == watch.limit) {
      watch.snapshot = new Snapshot(program, run, walk, rank, depth);
      watch.visits = 0;
      watch.limit *= 2;
    }
  }

  private boolean recurred(Snapshot then, int rank) {
    Recurrence recurrence = new Recurrence(program, run, then, rank);
    walk.walk(
        recurrence,
        recurrence::idle,
        channel -> run.transport.messages[channel] == then.messages[channel]);
    if (!recurrence.equal()) {
      return false;
    }
    long times = repetitions(then, recurrence);
    if (times > 0) {
      skip(then, recurrence, times, rank);
    }
    return times > 0;
  }

  /** How often what has happened since the snapshot can happen again before a loop ends. */
  private long repetitions(Snapshot then, Recurrence recurrence) {
    long times = Long.MAX_VALUE;
    for (int rank = 0; rank < ranks.count; rank++) {
      if (program.code()[ranks.at[rank]] == Op.HALT) {
        continue;
      }
      int depth = recurrence.advanced(rank);
      if (depth < 0) {
        return 0;
      }
      if (depth > 0) {
        int frame = rank * ranks.frames + depth;
        long each = then.left[frame] - ranks.left[frame];
        times = Math.min(times, (ranks.left[frame] - 1) / each);
      }
    }
    return times == Long.MAX_VALUE ? 0 : times;
  }

  private void skip(Snapshot then, Recurrence recurrence, long times, int rank) {
    int depth = recurrence.advanced(rank);
    int frame = rank * ranks.frames + depth;
    long each = then.left[frame] - ranks.left[frame];
    for (int k = 0; k < lanes; k++) {
      double seconds = Picos.seconds(times * (double) recurrence.shift[k]);
      note(k, new Skip(ranks.loop[frame], depth, each, 1, each * times, seconds, 0));
    }
    then.repeat(program, run, times);
    if (program.figures().follow()) {
      followers(then).repeat(times);
    }
    moveIdleBack(then, recurrence, times);
    for (int r = 0; r < ranks.count; r++) {
      int first = r * ranks.frames;
      for (int f = first; f <= first + ranks.depth[r]; f++) {
        ranks.left[f] -= (then.left[f] - ranks.left[f]) * times;
        ranks.ordinal[f] += (ranks.ordinal[f] - then.ordinal[f]) * times;
      }
    }
    for (int k = 0; k < lanes; k++) {
      offset[k] = Math.addExact(offset[k], Math.multiplyExact(recurrence.shift[k], times));
      if (offset[k] > Picos.MAX) {
        throw new UnsuitableException("more simulated time than can be represented");
      }
    }
  }

  private Followers followers(Snapshot then) {
    Followers followers = new Followers(then, program.figures());
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

  /** What has not moved with the others keeps its time, which is further back now. */
  private void moveIdleBack(Snapshot then, Recurrence recurrence, long times) {
    Map<LaneTimes, BitSet> moved = new IdentityHashMap<>();
    Recurrence again = new Recurrence(program, run, then, watched);
    walk.walk(
        new StateWalk.Visitor() {
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
          public void following(LaneTimes times, int row) {
            next += lanes;
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

  /** What belongs to a clock that has been moved back. */
  private void moveCallBack(int row, long[] shift, long times) {
    if (row < ranks.count) {
      moveBack(ranks.callStart, row, shift, times);
    }
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
