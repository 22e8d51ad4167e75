package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.mpi.FastForwarding;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import io.github.tracecast.simulate.state.StateImage;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Skips iterations that would only repeat. When no rank can continue before the end of its
 * iteration, this class compares the whole state with an earlier one. If the state has recurred up
 * to a shift in time, the same course repeats with that shift. It repeats until the first of the
 * advancing loops ends. The accounts and the time advance by all these repetitions at once.
 *
 * <p>All results are exact. The evaluation is a function of the state alone. Equal states that
 * differ by a time have equal futures that differ by the same time. A deterministic loop is a
 * max-plus system and becomes periodic (Baccelli, Cohen, Olsder, Quadrat, "Synchronization and
 * Linearity", 1992). Brent's method finds recurrences at each nesting depth of a watched rank. The cost of
 * comparisons and copies is therefore at most proportional to the iterations before the recurrence.
 *
 * <p>Skipped time is kept in an offset, so the recurred state stays untouched. Times that have
 * stood still are moved back instead. One thread.
 */
public final class LaneFastForward implements FastForwarding {
  /**
   * The cost of an iteration besides its lanes, for matching and memory, as a number of lanes.
   * Sixteen lanes cost 2.8 times one.
   */
  private static final int SHARED_COST = 9;

  /** One loop of the watched rank. */
  private static final class Watch {
    final int depth;

    @Nullable RunMoment snapshot;

    long visits;
    long limit = 1;

    Watch(int depth) {
      this.depth = depth;
    }
  }

  private final LaneProgram program;
  private final Interpreter run;
  private final RankStates ranks;
  private final LoopPositions places;

  private final int lanes;

  /** By loop. */
  private final Int2ObjectMap<Watch> watches = new Int2ObjectOpenHashMap<>();

  /** By lane. */
  private final List<List<Skip>> skipped;

  /** How many numbers the last snapshot had. */
  private int size = 1024;

  /** An image that no loop needs any more, or null. */
  private @Nullable StateImage spare;

  /** Time skipped so far, by lane, ps. */
  private final long[] offset;

  /** The watched rank. The watched rank stays the same as long as it continues. */
  private int watched = RankStates.NONE;

  /** Position of the watched rank when it was last seen. */
  private int seenDepth;

  private long seenOrdinal;

  public LaneFastForward(Interpreter run) {
    this.program = run.program();
    this.run = run;
    this.ranks = run.ranks();
    this.places = new LoopPositions(run, true);
    this.lanes = program.lanes();
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
    ranks.delay(rank, offset);
  }

  @Override
  public boolean stopsRanks() {
    return true;
  }

  @Override
  public void allStand() {
    if (watched == RankStates.NONE || ranks.hasEnded(watched)) {
      watched = ranks.waits().lowestStanding();
      watches.clear();
    }
    if (ranks.waits().stands(watched)) {
      look();
    }
  }

  /** Compares the state when the watched rank stands at the end of an iteration. */
  private void look() {
    int rank = watched;
    int depth = places.depth(rank);
    long ordinal = places.iterationsBefore(rank, depth);
    if (depth == seenDepth && ordinal == seenOrdinal) {
      return; // the rank has not moved since it was last seen
    }
    seenDepth = depth;
    seenOrdinal = ordinal;
    int loop = places.loop(rank, depth);
    Watch watch = watches.computeIfAbsent(loop, l -> new Watch(depth));
    watch.visits++;
    int live = run.ranks().live().length;
    if (watch.snapshot != null && recurred(watch.snapshot, rank)) {
      // a state of fewer lanes has another form, and origins of times do not reach across a skip
      boolean same = run.ranks().live().length == live && !program.figures().follow();
      watches.values().removeIf(other -> !same || other.depth >= depth);
      return;
    }
    if (watch.snapshot == null || watch.visits == watch.limit) {
      if (program.figures().origins() > 0) {
        watches.values().stream().filter(other -> other.depth == depth).forEach(this::drop);
        watches.values().removeIf(other -> other != watch && other.depth == depth);
      }
      drop(watch);
      watch.snapshot = snapshot(rank, depth);
      watch.visits = 0;
      watch.limit *= 2;
    }
  }

  private RunMoment snapshot(int rank, int depth) {
    int origins = program.figures().origins();
    int origin = origins == 0 ? StateImage.NO_ORIGIN : lanes - origins + depth;
    StateImage image = spare == null ? new StateImage(lanes, origin, size) : spare.anew(origin);
    spare = null;
    long[] picos = new long[lanes];
    Arrays.setAll(picos, k -> ranks.picos(rank, k));
    RunMoment now = new RunMoment(run, image, picos, offset);
    size = image.size();
    return now;
  }

  /** Keeps the memory of a loop's snapshot for the next snapshot. */
  private void drop(Watch watch) {
    if (watch.snapshot != null) {
      spare = watch.snapshot.image;
      watch.snapshot = null;
    }
  }

  private boolean recurred(RunMoment then, int rank) {
    int[] live = run.ranks().live();
    long[] shift = new long[lanes];
    long[] skippedSince = new long[lanes];
    for (int k : live) {
      shift[k] = ranks.picos(rank, k) - then.picos(k);
      skippedSince[k] = offset[k] - then.skipped(k);
    }
    Recurrence recurrence = Recurrence.onLanes(
        then.image,
        ranks.count(),
        live,
        shift,
        skippedSince,
        other -> then.isIdle(other, ranks),
        then.totals::isQuiet);
    run.describe(recurrence);
    long times = recurrence.isFound() ? places.repetitions(recurrence.advance()) : 0;
    int[] found = recurrence.lanes();
    if (times == 0 || found.length < live.length && !pays(then, times, found.length)) {
      return false;
    }
    LoopAdvance advance = recurrence.advance();
    int depth = advance.depth(rank);
    int loop = places.loop(rank, depth);
    long each = advance.iterations(rank);
    long[] picos = new long[lanes]; // 0 on lanes that have not recurred, which become useless
    for (int k : found) {
      long period = shift[k] + skippedSince[k];
      double seconds = Picos.seconds(times * (double) period);
      new Skip(loop, depth, each, 1, each * times, seconds, 0, 0).addTo(skipped.get(k));
      picos[k] = Picos.product(period, times, "in loop " + loop);
    }
    then.totals.repeat(times);
    SkippedTimes skip = new SkippedTimes(run, then, found, skippedSince);
    run.describe(skip);
    skip.skip(times, picos);
    for (int of = 0; of < ranks.count(); of++) {
      ranks.skip(of, advance.depth(of), times * advance.iterations(of), 0);
    }
    for (int k : found) {
      offset[k] = Picos.sum(offset[k], picos[k], "in loop " + loop);
    }
    run.ranks().keep(found);
    return true;
  }

  /**
   * Whether some lanes should skip although others cannot. The others are then dropped and
   * replayed from the start, which costs as much as the replay so far. Without this, the lanes that can skip would be replayed with the others, perhaps for three times the work so far.
   */
  private boolean pays(RunMoment then, long times, int found) {
    double since = run.executed() - then.executed;
    double carried = Math.min(3.0 * run.executed(), since * times);
    int others = run.ranks().live().length - found;
    return found * carried >= (double) run.executed() * (SHARED_COST + others);
  }
}
