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
 * <p>A check compares the run's state with the state of an earlier iteration of the leader's loop
 * ({@link StateImage}, {@link Recurrence}). The rest of a run depends only on its state. So if two
 * states differ only by a shift in time, their futures do too. A deterministic loop is a max-plus
 * system and becomes periodic (Baccelli, Cohen, Olsder, Quadrat, "Synchronization and Linearity",
 * 1992). The earlier iteration is selected as in Brent's cycle search (BIT 20, 1980), at each
 * depth.
 *
 * <p>After a recurrence, each rank's loop counter advances by the periods that all ranks still
 * have. The accounts of one period are added for each skipped period. Without a tolerance, results
 * are exact. With a tolerance, {@value #CONFIRMATIONS} successive periods must agree. One thread.
 */
public final class PeriodicFastForward extends LedFastForward {
  /** Number of successive periods that must agree before a skip if the engine is not exact. */
  private static final int CONFIRMATIONS = 2;

  /**
   * Limit for the cost of state images, as numbers written or compared per step of the replay. A
   * step takes much longer than writing 4 numbers. On lanes, no limit is necessary.
   */
  private static final int NUMBERS_PER_STEP = 4;

  /** That limit does not apply to the first images of a depth, plus {@link #FREE_NUMBERS}. */
  private static final int FREE_IMAGES = 6;

  private static final int FREE_NUMBERS = 1 << 16;

  /**
   * The cost of matching and memory in a replayed iteration, in units of the cost of one lane. So
   * sixteen lanes cost (9 + 16) / (9 + 1) = 2.5 times as much as one lane; 2.8 was measured.
   */
  private static final int SHARED_COST = 9;

  private final boolean onLanes;
  private final double tolerance;
  private final int lanes;

  /** The number of lanes that hold the origins of times, one for each loop depth; see {@link FollowingLanes}. */
  private final int origins;

  private final boolean follow;

  /**
   * The watched loops. On lanes, the key is the loop, because the state in an inner loop may recur
   * only with the outer loop. In a run in order of simulated time, the key is the depth.
   */
  private final Map<Integer, WatchedLoop> watched = new HashMap<>();

  /** Number of values in the last image, as the capacity of the next image. */
  private int size = 1024;

  private PeriodicFastForward(Interpreter run, boolean onLanes, double tolerance) {
    super(run, true);
    this.onLanes = onLanes;
    this.tolerance = tolerance;
    lanes = ranks.lanes();
    origins = run.program().figures().origins();
    follow = run.program().figures().follow();
  }

  /** Creates fast-forward for a run on lanes, in which ranks run in any order and stop at the end of each iteration. */
  public static PeriodicFastForward onLanes(Interpreter run) {
    return new PeriodicFastForward(run, true, 0);
  }

  /** Creates fast-forward for a run in order of simulated time, or in rounds without tolerance. */
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
      if (origins > 0) { // all loops of a depth share one lane of origins
        watched.values().stream()
            .filter(other -> other.depth == depth && other != loop)
            .forEach(WatchedLoop::forget);
      }
      loop.kept = null; // frees the memory of the old image before the new image is created
      loop.keep(moment(depth), onLanes ? 2 : 1);
      loop.cost += size;
    }
  }

  /** Whether a loop has a whole period left to skip, and its state images did not cost too much. */
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

  /**
   * For each lane, the reference time to which the times of a state are relative: in a run on lanes
   * the leader's clock, otherwise the engine's time. No skip changes this time.
   */
  private long[] nowPicos() {
    if (!onLanes) {
      return new long[] {run.nowPicos()};
    }
    long[] picos = new long[lanes];
    Arrays.setAll(picos, k -> ranks.picos(leader, k));
    return picos;
  }

  /** Compares the state with the kept state, and skips iterations if it recurs. Returns false if the kept state may be replaced. */
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
    // all images become invalid if lanes drop out (the layout changes) or if images hold origins
    forget(follow || found.length < ranks.live().all().length ? 0 : loop.depth);
    ranks.live().keep(found);
    return true;
  }

  /** Records a skip of some periods. Returns the skipped time of each lane, ps. */
  private long[] note(
      WatchedLoop loop, LoopAdvance advance, int[] found, long times, long[] period) {
    int number = loops.loop(leader, loop.depth);
    long iterations = advance.iterations(leader);
    double deviation = Picos.seconds((double) times * loop.deviationPicos());
    long[] now = nowPicos();
    long[] picos = new long[lanes]; // 0 for lanes that have not recurred, which are dropped
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
   * Whether some lanes should skip although other lanes cannot. The other lanes are then dropped
   * and replayed from the start, which costs as much as the replay so far. Otherwise, the lanes
   * that can skip are replayed with the others, at up to about three times the work so far.
   */
  private boolean pays(RunMoment then, long times, int found) {
    int others = ranks.live().all().length - found;
    double since = run.executed() - then.executed;
    double carried = Math.min(3.0 * run.executed(), since * times);
    return others == 0 || found * carried >= (double) run.executed() * (SHARED_COST + others);
  }
}
