package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.mpi.FastForwarding;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.state.Recurrence;
import io.github.tracecast.simulate.state.StateImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the moment when a whole replay becomes periodic, and skips the repetitions.
 *
 * <p>A look happens when the {@link Leader} has begun another iteration of a loop and all ranks
 * wait for the engine. It compares the replay's state with the state of an earlier iteration of
 * that loop. That iteration is selected as in Brent's cycle search (BIT 20, 1980). The leader's
 * clock and the number of messages under way are compared first. Only if these agree, the whole
 * state is compared ({@link StateImage}, {@link Recurrence}).
 *
 * <p>After a recurrence, each rank's loop counter advances by the periods that every rank has left.
 * The accounts of one period are added once for each of them. The engine's time does not change.
 * The skipped time is added to the ranks' ends.
 *
 * <p>With a tolerance, {@value #CONFIRMATIONS} successive periods must agree. One thread.
 */
public final class TimedFastForward implements FastForwarding.InTime {
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

  private final Phases phases;
  private final ReplayInTime state;
  private final double tolerance;
  private final SkipList skips = new SkipList();
  private final Leader leader;
  private final List<WatchedLoop> loops = new ArrayList<>();
  private StateImage last;
  private long skippedPicos;

  public TimedFastForward(Programs programs, ReplayInTime state, double tolerance) {
    this.phases = Phases.of(programs);
    this.state = state;
    this.tolerance = tolerance;
    this.leader = new Leader(state);
  }

  @Override
  public List<Skip> skips(int lane) {
    return skips.list();
  }

  @Override
  public void look(long steps) {
    int depth = leader.begun(steps);
    if (depth > 0) {
      while (loops.size() <= depth) {
        loops.add(new WatchedLoop());
      }
      loops.get(depth).begin(leader.entry(depth));
      compare(loops.get(depth), depth, steps);
    }
  }

  private void compare(WatchedLoop loop, int depth, long steps) {
    int rank = leader.rank();
    if (state.iterationsLeft(rank, depth)
        <= phases.of(state.classOf(rank), state.startRow(rank, depth))) {
      return; // the loop has no whole period left to skip
    }
    int next = state.next(rank);
    long lead = state.clockPicos(rank) - state.nowPicos();
    int messages = state.messages();
    StateImage image = null;
    if (loop.mayRecur(next, lead, messages, state.nowPicos(), tolerance)
        && affordable(loop, steps)) {
      image = take(loop);
      Recurrence recurrence = Recurrence.of(loop.kept(), image, tolerance);
      if (recurrence != null && inPhase(recurrence)) {
        loop.confirm(recurrence, image, lead);
        if (tolerance == 0 || loop.confirmations() >= CONFIRMATIONS) {
          skip(loop, depth, recurrence);
        }
        return;
      }
    }
    if (loop.shouldKeep() && (image != null || affordable(loop, steps))) {
      loop.keep(image == null ? take(loop) : image, next, lead, messages);
    }
  }

  private boolean affordable(WatchedLoop loop, long steps) {
    long size = last == null ? 0 : last.size();
    return loop.cost <= FREE_NUMBERS + NUMBERS_PER_STEP * steps + FREE_IMAGES * size;
  }

  private StateImage take(WatchedLoop loop) {
    last = state.image(last, skippedPicos);
    loop.cost += last.size();
    return last;
  }

  /** Whether each rank's next iterations read the same values of the trace. */
  private boolean inPhase(Recurrence recurrence) {
    for (int rank = 0; rank < state.ranks(); rank++) {
      long went = recurrence.iterations[rank];
      if (went > 0) {
        int startRow = state.startRow(rank, recurrence.depths[rank]);
        if (went % phases.of(state.classOf(rank), startRow) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private void skip(WatchedLoop loop, int depth, Recurrence recurrence) {
    long periods = Long.MAX_VALUE;
    for (int rank = 0; rank < state.ranks(); rank++) {
      if (recurrence.iterations[rank] > 0) {
        long left = state.iterationsLeft(rank, recurrence.depths[rank]);
        periods = Math.min(periods, (left - 1) / recurrence.iterations[rank]);
      }
    }
    if (periods == 0) {
      return;
    }
    long picos = loop.periodPicos();
    if (picos > 0 && periods > (Picos.MAX - state.nowPicos() - skippedPicos) / picos) {
      throw new ReplayException("found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time in loop " + state.loop(leader.rank(), depth)
          + "; expected less");
    }
    for (int rank = 0; rank < state.ranks(); rank++) {
      state.skip(
          rank, recurrence.depths[rank], periods * recurrence.iterations[rank], periods * picos);
    }
    state.repeat(periods, loop.before().totals, loop.kept().totals);
    state.skipped(periods * picos);
    skippedPicos += periods * picos;
    leader.skipped(depth);
    long iterations = recurrence.iterations[leader.rank()];
    skips.add(new Skip(
        state.loop(leader.rank(), depth),
        depth,
        iterations,
        1,
        periods * iterations,
        Picos.seconds(periods * picos),
        Picos.seconds((double) periods * loop.deviationPicos())));
    loop.forget();
  }
}
