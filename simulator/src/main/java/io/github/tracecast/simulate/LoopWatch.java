package io.github.tracecast.simulate;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the moment when a whole replay has become periodic, and skips what would only repeat.
 *
 * <p>One rank, the leader, is watched. Whenever it has begun another iteration of some loop and everybody waits for the engine, the
 * replay's state is compared with one that was kept at an earlier iteration of that loop, chosen as in Brent's search for cycles
 * (BIT 20, 1980): first the leader's own clock and the number of messages under way, and only where these agree all of it ({@link
 * StateImage}, {@link Recurrence}). If the state has recurred, each rank's loop counter is set forward by as many periods as every
 * rank has left, and the accounts of a period are added as often. The engine's time does not move: what is skipped is added to
 * the ranks' ends.
 *
 * <p>With a tolerance, {@value #CONFIRMATIONS} periods in succession must agree. One thread.
 */
final class LoopWatch {
  /** Periods in succession that must be alike where the engine is not exact. */
  private static final int CONFIRMATIONS = 3;

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
  private final List<Skip> skips = new ArrayList<>();
  private WatchedLoop[] loops = new WatchedLoop[0];
  private StateImage last;
  private long skippedPicos;
  private int leader;
  private int open;
  private long lastBegin;
  private long patience;

  LoopWatch(Programs programs, ReplayState state, double tolerance) {
    this.programs = programs;
    this.phases = Phases.of(programs);
    this.state = state;
    this.processes = state.processes();
    this.tolerance = tolerance;
    this.patience = 64 + 32L * processes.length;
  }

  /** What was skipped, in the order in which it was first reached. */
  List<Skip> skips() {
    return List.copyOf(skips);
  }

  /**
   * Looks whether the leader has begun an iteration.
   *
   * @param steps how much work the replay has been so far
   */
  void look(long steps) {
    RankProcess process = processes[leader];
    TaskCursor cursor = process.cursor;
    int depth = process.finished() ? 0 : cursor.depth();
    int at = 1;
    while (at <= depth && at <= open && loops[at].standsAt(cursor, at)) {
      at++;
    }
    if (at > depth) {
      open = depth;
      if (steps - lastBegin > patience || process.finished()) {
        watchAnother(steps);
      }
      return;
    }
    boolean again = at <= open && loops[at].isOpen(cursor, at);
    for (int d = again ? at + 1 : at; d <= depth; d++) {
      loop(d).open(cursor, d);
    }
    open = depth;
    lastBegin = steps;
    if (again) {
      loops[at].begin(cursor, at);
      compare(loops[at], at, steps);
    }
  }

  private WatchedLoop loop(int depth) {
    if (depth >= loops.length) {
      WatchedLoop[] more = new WatchedLoop[depth + 4];
      System.arraycopy(loops, 0, more, 0, loops.length);
      for (int d = loops.length; d < more.length; d++) {
        more[d] = new WatchedLoop();
      }
      loops = more;
    }
    return loops[depth];
  }

  /** Goes on to the next rank that has not ended, and is the more patient with it. */
  private void watchAnother(long steps) {
    for (int i = 0; i < processes.length; i++) {
      leader = (leader + 1) % processes.length;
      if (!processes[leader].finished()) {
        break;
      }
    }
    open = 0;
    lastBegin = steps;
    patience = Math.min(2 * patience, Long.MAX_VALUE / 4);
  }

  private void compare(WatchedLoop loop, int depth, long steps) {
    TaskCursor cursor = processes[leader].cursor;
    if (cursor.iterationsLeft(depth)
        <= phases.of(programs.classOf(leader), cursor.startRow(depth))) {
      return; // nothing could be skipped
    }
    long lead = processes[leader].clock - state.engine().nowPicos();
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
          + " s of simulated time in loop " + processes[leader].cursor.loop(depth)
          + "; expected less");
    }
    for (int rank = 0; rank < processes.length; rank++) {
      processes[rank].skip(
          recurrence.depths[rank], periods * recurrence.iterations[rank], periods * picos);
    }
    state.account(periods, loop.before().accounts, loop.kept().accounts);
    skippedPicos += periods * picos;
    loop.begin(processes[leader].cursor, depth);
    add(new Skip(
        processes[leader].cursor.loop(depth),
        depth,
        recurrence.iterations[leader],
        1,
        periods * recurrence.iterations[leader],
        Picos.seconds(periods * picos),
        Picos.seconds((double) periods * loop.deviationPicos())));
    loop.forget();
  }

  private void add(Skip skip) {
    for (int i = 0; i < skips.size(); i++) {
      if (skips.get(i).adds(skip)) {
        skips.set(i, skips.get(i).plus(skip));
        return;
      }
    }
    skips.add(skip);
  }
}
