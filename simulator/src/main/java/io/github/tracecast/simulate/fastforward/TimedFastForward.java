package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.state.LoopAdvance;
import io.github.tracecast.simulate.state.Recurrence;
import io.github.tracecast.simulate.state.StateImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the moment when a whole replay becomes periodic, and skips the repetitions.
 *
 * <p>A look compares the replay's state with the state of an earlier iteration of the leader's loop
 * ({@link StateImage}, {@link Recurrence}). That iteration is selected as in Brent's cycle
 * search (BIT 20, 1980).
 *
 * <p>After a recurrence, each rank's loop counter advances by the periods that every rank has left.
 * The accounts of one period are added for each skipped period.
 *
 * <p>In rounds, all times are 0, and a look happens between two rounds.
 *
 * <p>With a tolerance, {@value #CONFIRMATIONS} successive periods must agree. One thread.
 */
public final class TimedFastForward extends LedFastForward {
  /** Successive periods that must agree if the engine is not exact. */
  private static final int CONFIRMATIONS = 2;

  /**
   * Limit for the cost of images: numbers written per step of the replay. A step takes much longer
   * than writing them.
   */
  private static final int NUMBERS_PER_STEP = 4;

  /**
   * Cost that images of each depth may have before that limit applies, as a number of images and of
   * numbers.
   */
  private static final int FREE_IMAGES = 6;

  private static final int FREE_NUMBERS = 1 << 16;

  private final double tolerance;
  private final List<WatchedLoop> loops = new ArrayList<>();
  private int size = 1024;

  /** @param tolerance see {@link io.github.tracecast.simulate.FastForward}; 0 in rounds */
  public TimedFastForward(Interpreter run, double tolerance) {
    super(run, true);
    this.tolerance = tolerance;
  }

  /** Between two rounds. */
  @Override
  public void allStand() {
    look(run.executed());
  }

  @Override
  void begun(int depth, long steps) {
    while (loops.size() <= depth) {
      loops.add(new WatchedLoop());
    }
    WatchedLoop loop = loops.get(depth);
    loop.begin(leader.entry(depth));
    int rank = leader.rank();
    boolean over = places.iterationsLeft(rank, depth) <= places.period(rank, depth);
    if (over || !affordable(loop, steps)) {
      return;
    }
    RunMoment kept = loop.kept();
    if (kept != null) {
      Recurrence recurrence =
          Recurrence.inTime(kept.image, places.ranks(), kept.picos(0), run.nowPicos(), tolerance);
      run.describe(recurrence);
      loop.cost += recurrence.compared();
      if (recurrence.isFound() && places.inPhase(recurrence.advance())) {
        loop.confirm(recurrence, take());
        if (tolerance == 0 || loop.confirmations() >= CONFIRMATIONS) {
          skip(loop, depth, recurrence.advance());
        }
        return;
      }
    }
    if (loop.shouldKeep()) {
      loop.keep(take());
      loop.cost += size;
    }
  }

  private boolean affordable(WatchedLoop loop, long steps) {
    return loop.cost <= FREE_NUMBERS + NUMBERS_PER_STEP * steps + FREE_IMAGES * (long) size;
  }

  private RunMoment take() {
    StateImage image = new StateImage(1, StateImage.NO_ORIGIN, size);
    RunMoment now = new RunMoment(run, image, new long[] {run.nowPicos()}, skipped);
    size = image.size();
    return now;
  }

  private void skip(WatchedLoop loop, int depth, LoopAdvance advance) {
    long periods = places.repetitions(advance);
    if (periods == 0) {
      return;
    }
    requireMeasurable((double) periods * loop.periodPicos(), depth);
    long picos = periods * loop.periodPicos();
    loop.before().totals.repeat(periods);
    for (int rank = 0; rank < places.ranks(); rank++) {
      run.ranks().skip(rank, advance.depth(rank), periods * advance.iterations(rank), picos);
    }
    long iterations = advance.iterations(leader.rank());
    skipped(
        picos,
        new Skip(
            places.loop(leader.rank(), depth),
            depth,
            iterations,
            1,
            periods * iterations,
            Picos.seconds(picos),
            Picos.seconds((double) periods * loop.deviationPicos()),
            0));
    loop.forget();
  }
}
