package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import io.github.tracecast.simulate.state.StateImage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the moment when a whole run becomes periodic, and skips the repetitions.
 *
 * <p>A look compares the run's state with the state of an earlier iteration of the leader's loop
 * ({@link StateImage}, {@link Recurrence}). The evaluation is a function of the state alone. Equal
 * states that differ by a time have equal futures that differ by the same time. A deterministic loop
 * is a max-plus system and becomes periodic (Baccelli, Cohen, Olsder, Quadrat, "Synchronization and
 * Linearity", 1992). The earlier iteration is selected as in Brent's cycle search (BIT 20, 1980), at
 * each depth.
 *
 * <p>After a recurrence, each rank's loop counter advances by the periods that every rank has left.
 * The accounts of one period are added for each skipped period. Results are exact without a
 * tolerance. With one, {@value #CONFIRMATIONS} successive periods must agree. One thread.
 */
public final class PeriodicFastForward extends LedFastForward {
  /** Successive periods that must agree if the engine is not exact. */
  private static final int CONFIRMATIONS = 2;

  /**
   * Limit for the cost of images: numbers written per step of the replay. A step takes much longer
   * than writing them. On lanes, no limit is necessary.
   */
  private static final int NUMBERS_PER_STEP = 4;

  /**
   * Cost that images of each depth may have before that limit applies, as a number of images and of
   * numbers.
   */
  private static final int FREE_IMAGES = 6;

  private static final int FREE_NUMBERS = 1 << 16;

  /**
   * The cost of an iteration besides its lanes, for matching and memory, as a number of lanes.
   * Sixteen lanes cost 2.8 times one.
   */
  private static final int SHARED_COST = 9;

  private final boolean onLanes;
  private final double tolerance;
  private final int lanes;

  /** The number of lanes that hold the origins of times, one for each depth; see {@link FollowingLanes}. */
  private final int origins;

  private final boolean follow;

  /** On lanes by loop, because the state in an inner loop may recur with an outer one. In time by depth. */
  private final Map<Integer, WatchedLoop> watched = new HashMap<>();

  /** How many numbers the last image had. */
  private int size = 1024;

  private PeriodicFastForward(Interpreter run, boolean onLanes, double tolerance) {
    super(run, true);
    this.onLanes = onLanes;
    this.tolerance = tolerance;
    lanes = ranks.lanes();
    origins = run.program().figures().origins();
    follow = run.program().figures().follow();
  }

  /** For a run in any order, in which each rank stops at the end of an iteration. */
  public static PeriodicFastForward onLanes(Interpreter run) {
    return new PeriodicFastForward(run, true, 0);
  }

  /**
   * For a run in the order of time. In rounds, all times are 0.
   *
   * @param tolerance see {@link io.github.tracecast.simulate.FastForward}; 0 in rounds
   */
  public static PeriodicFastForward inTime(Interpreter run, double tolerance) {
    return new PeriodicFastForward(run, false, tolerance);
  }

  @Override
  public boolean stopsRanks() {
    return onLanes;
  }

  @Override
  void entered(int depth) {
    if (!onLanes || depth == 0) {
      forget(depth);
    }
  }

  private void forget(int depth) {
    watched.values().stream().filter(loop -> loop.depth >= depth).forEach(WatchedLoop::forget);
  }

  @Override
  void begun(int depth, boolean again, long work) {
    WatchedLoop loop = watched.computeIfAbsent(
        onLanes ? loops.loop(leader, depth) : depth, key -> new WatchedLoop(depth));
    loop.begin();
    if (!onLanes && !(again && isWorth(loop, work))) {
      return;
    }
    if (loop.kept != null && recurs(loop, loop.kept)) {
      return;
    }
    if (loop.shouldKeep()) {
      if (origins > 0) { // each depth has one lane of origins
        watched.values().stream()
            .filter(other -> other.depth == depth && other != loop)
            .forEach(WatchedLoop::forget);
      }
      loop.kept = null; // frees its memory
      loop.keep(moment(depth), onLanes ? 2 : 1);
      loop.cost += size;
    }
  }

  /** Whether a loop has a whole period left to skip, and its images do not cost too much. */
  private boolean isWorth(WatchedLoop loop, long work) {
    return loops.left(leader, loop.depth) > places.period(leader, loop.depth)
        && loop.cost <= FREE_NUMBERS + NUMBERS_PER_STEP * work + FREE_IMAGES * (long) size;
  }

  private RunMoment moment(int depth) {
    int origin = origins == 0 ? StateImage.NO_ORIGIN : lanes - origins + depth;
    StateImage image = new StateImage(lanes, origin, size);
    RunMoment now = new RunMoment(run, image, nowPicos(), offset);
    size = image.size();
    return now;
  }

  /** By lane: the reference time; other times are relative to it. In time, the engine's, which no skip changes. */
  private long[] nowPicos() {
    if (!onLanes) {
      return new long[] {run.nowPicos()};
    }
    long[] picos = new long[lanes];
    Arrays.setAll(picos, k -> ranks.picos(leader, k));
    return picos;
  }

  /** Compares the state with an earlier state. Returns false if later ones should be. */
  private boolean recurs(WatchedLoop loop, RunMoment then) {
    long[] now = nowPicos();
    long[] shift = new long[lanes];
    long[] skippedSince = new long[lanes];
    for (int k : ranks.live().all()) {
      shift[k] = now[k] - then.picos(k);
      skippedSince[k] = offset[k] - then.skipped(k);
    }
    Recurrence recurrence = onLanes
        ? Recurrence.onLanes(
            then.image,
            ranks.count(),
            ranks.live().all(),
            shift,
            skippedSince,
            rank -> then.isIdle(rank, ranks),
            then.totals::isQuiet)
        : Recurrence.inTime(then.image, ranks.count(), then.picos(0), now[0], tolerance);
    run.describe(recurrence);
    loop.cost += recurrence.compared();
    long times = recurrence.isFound() ? places.repetitions(recurrence.advance()) : 0;
    if (times == 0 || !pays(then, times, recurrence.lanes().length)) {
      return false;
    }
    long[] period = new long[lanes];
    Arrays.setAll(period, k -> shift[k] + skippedSince[k]);
    if (tolerance > 0) {
      int confirmations = loop.confirm(
          recurrence.advance(), period[0], recurrence.deviationPicos(), moment(loop.depth));
      if (confirmations < CONFIRMATIONS) {
        return true;
      }
    }
    int[] found = recurrence.lanes();
    long[] picos = note(loop, recurrence.advance(), found, times, period);
    try {
      then.totals.repeat(times);
    } catch (ArithmeticException e) {
      throw new ReplayException("found a loop of which " + times + " repetitions have more than"
          + " 2^63 - 1 bytes, messages or picoseconds in all; expected fewer");
    }
    if (follow) {
      FollowingLanes following = new FollowingLanes(run.program().figures(), then.image);
      run.describe(following);
      following.repeat(times);
    }
    recurrence.forEachStanding((table, row) -> ranks.moveBack(table, row, picos));
    skipIterations(recurrence.advance(), times, onLanes ? 0 : picos[0]);
    // a state of fewer lanes has another form, and origins of times do not reach across a skip
    forget(follow || found.length < ranks.live().all().length ? 0 : loop.depth);
    ranks.live().keep(found);
    return true;
  }

  /** Notes a skip of some periods. Returns the skipped time on each lane, ps. */
  private long[] note(
      WatchedLoop loop, LoopAdvance advance, int[] found, long times, long[] period) {
    int number = loops.loop(leader, loop.depth);
    long iterations = advance.iterations(leader);
    double deviation = Picos.seconds((double) times * loop.deviationPicos());
    long[] now = nowPicos();
    long[] picos = new long[lanes]; // 0 on lanes that have not recurred, which become useless
    for (int k : found) {
      requireMeasurable((double) times * period[k], k, now[k], loop.depth);
      picos[k] = times * period[k];
      double seconds = Picos.seconds(picos[k]);
      skipped(
          k,
          picos[k],
          new Skip(number, loop.depth, iterations, 1, times * iterations, seconds, deviation, 0));
    }
    return picos;
  }

  private void skipIterations(LoopAdvance advance, long times, long picos) {
    for (int rank = 0; rank < ranks.count(); rank++) {
      ranks.skip(rank, advance.depth(rank), times * advance.iterations(rank), picos);
    }
    noteSkip();
  }

  /**
   * Whether some lanes should skip although others cannot. The others are then dropped and
   * replayed from the start, which costs as much as the replay so far. Without this, the lanes that
   * can skip would be replayed with the others, perhaps for three times the work so far.
   */
  private boolean pays(RunMoment then, long times, int found) {
    int others = ranks.live().all().length - found;
    double since = run.executed() - then.executed;
    double carried = Math.min(3.0 * run.executed(), since * times);
    return others == 0 || found * carried >= (double) run.executed() * (SHARED_COST + others);
  }
}
