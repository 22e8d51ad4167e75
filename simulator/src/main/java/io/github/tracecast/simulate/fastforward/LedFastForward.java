package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.mpi.FastForwarding;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.Skip;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a run in the order of time whenever its {@link Leader} has begun another iteration of a
 * loop and all ranks wait for the engine. The engine's time does not change by a skip. The skipped
 * time is added to the ranks' ends.
 */
abstract class LedFastForward implements FastForwarding {
  final Interpreter run;
  final LoopPositions places;
  final Leader leader;
  private final List<Skip> skips = new ArrayList<>();

  /** Time skipped so far, ps. */
  final long[] skipped = {0};

  /** @param rounds whether loops of collectives count */
  LedFastForward(Interpreter run, boolean rounds) {
    this.run = run;
    this.places = new LoopPositions(run, rounds);
    this.leader = new Leader(places);
  }

  @Override
  public final List<Skip> skips(int lane) {
    return List.copyOf(skips);
  }

  @Override
  public final void end(int rank) {
    run.ranks().delay(rank, skipped);
  }

  @Override
  public final void look(long steps) {
    int depth = leader.begun(steps);
    if (depth > 0) {
      begun(depth, steps);
    }
  }

  /** The leader has begun another iteration of the loop at a depth. */
  abstract void begun(int depth, long steps);

  /**
   * Checks that a skip ends before the latest possible time.
   *
   * @param picos the time to skip in a loop of the leader
   */
  final void requireMeasurable(double picos, int depth) {
    if (picos > Picos.MAX - run.nowPicos() - skipped[0]) {
      throw Picos.tooLong("in loop " + places.loop(leader.rank(), depth));
    }
  }

  /** Notes that all ranks have skipped a time, ps. */
  final void skipped(long picos, Skip skip) {
    skipped[0] += picos;
    leader.skipped(skip.depth());
    skip.addTo(skips);
  }
}
