package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.*;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the moment when a whole replay has become periodic, and skips what would only repeat.
 *
 * <p>Whenever the {@link Leader} has begun another iteration of some loop and everybody waits for the engine, the
 * replay's state is compared with one that was kept at an earlier iteration of that loop, chosen as in Brent's search for cycles
 * (BIT 20, 1980): first the leader's own clock and the number of messages under way, and only where these agree all of it ({@link
 * StateImage}, {@link Recurrence}). If the state has recurred, each rank's loop counter is set forward by as many periods as every
 * rank has left, and the accounts of a period are added as often. The engine's time does not move: what is skipped is added to
 * the ranks' ends.
 *
 * <p>With a tolerance, {@value #CONFIRMATIONS} periods in succession must agree. One thread.
 */
final class LoopWatch implements Skipper {
  /** Periods in succession that must be alike where the engine is not exact. */
  private static final int CONFIRMATIONS = 2;

  /** What images may cost: numbers written for each step of the replay, which takes much longer than writing them. */
  private static final int NUMBERS_PER_STEP = 4;

  /** What images of each depth may cost before that: so many of them, and so many numbers. */
  private static final int FREE_IMAGES = 6;

  private static final int FREE_NUMBERS = 1 << 16;

  private final Programs programs;
  private final Phases phases;
  private final ReplayState state;
  private final RankProcess[] processes;
  private final double tolerance;
  private final Skips skips = new Skips();
  private final Leader leader;
  private final List<WatchedLoop> loops = new ArrayList<>();
  private StateImage last;
  private long skippedPicos;

  LoopWatch(Programs programs, ReplayState state, double tolerance) {
    this.programs = programs;
    this.phases = Phases.of(programs);
    this.state = state;
    this.processes = state.processes();
    this.tolerance = tolerance;
    this.leader = new Leader(processes);
  }

  @Override
  public List<Skip> skips() {
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
    TaskCursor cursor = leader.cursor();
    if (cursor.iterationsLeft(depth)
        <= phases.of(programs.classOf(cursor.rank()), cursor.startRow(depth))) {
      return; // nothing could be skipped
    }
    long lead = processes[leader.rank()].clock - state.engine().nowPicos();
    int messages = state.transport().messages.count();
    StateImage image = null;
    if (loop.mayRecur(cursor.row(), lead, messages, state.engine().nowPicos(), tolerance)
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
      loop.keep(image == null ? take(loop) : image, cursor.row(), lead, messages);
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

  /** Whether each rank's further iterations ask the same of the trace. */
  private boolean inPhase(Recurrence recurrence) {
    for (int rank = 0; rank < processes.length; rank++) {
      long went = recurrence.iterations[rank];
      if (went > 0) {
        int startRow = processes[rank].cursor.startRow(recurrence.depths[rank]);
        if (went % phases.of(programs.classOf(rank), startRow) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private void skip(WatchedLoop loop, int depth, Recurrence recurrence) {
    long periods = Long.MAX_VALUE;
    for (int rank = 0; rank < processes.length; rank++) {
      if (recurrence.iterations[rank] > 0) {
        long left = processes[rank].cursor.iterationsLeft(recurrence.depths[rank]);
        periods = Math.min(periods, (left - 1) / recurrence.iterations[rank]);
      }
    }
    if (periods == 0) {
      return;
    }
    long picos = loop.periodPicos();
    if (picos > 0 && periods > (Picos.MAX - state.engine().nowPicos() - skippedPicos) / picos) {
      throw new ReplayException("found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time in loop " + leader.cursor().loop(depth)
          + "; expected less");
    }
    for (int rank = 0; rank < processes.length; rank++) {
      processes[rank].skip(
          recurrence.depths[rank], periods * recurrence.iterations[rank], periods * picos);
    }
    state.account(periods, loop.before().accounts, loop.kept().accounts);
    skippedPicos += periods * picos;
    TaskCursor cursor = leader.cursor();
    leader.skipped(depth);
    long iterations = recurrence.iterations[cursor.rank()];
    skips.add(new Skip(
        cursor.loop(depth),
        depth,
        iterations,
        1,
        periods * iterations,
        Picos.seconds(periods * picos),
        Picos.seconds((double) periods * loop.deviationPicos())));
    loop.forget();
  }
}
