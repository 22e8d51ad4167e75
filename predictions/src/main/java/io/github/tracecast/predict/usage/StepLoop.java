package io.github.tracecast.predict.usage;

import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The loop of a run's time steps: among the loops that no other loop encloses, the loop in which
 * ranks spend most time. The iterations of this loop need not be the program's time steps. For
 * example, a step may have three iterations, such as one for each dimension, or an iteration may
 * have ten steps.
 *
 * @param site the first call site in the loop
 * @param siteNumber the number of this call site in the trace
 * @param iterations the iterations of the loop, at least 2
 * @param share the part of all ranks' time inside the loop, above 0 and at most 1
 */
public record StepLoop(String site, int siteNumber, long iterations, double share) {
  /**
   * Loops of different ranks count as the same time steps if their numbers of iterations differ by
   * less than 1 / {@code ALIKE}.
   */
  private static final long ALIKE = 50;

  /** Returns the time steps; empty if no loop takes time. */
  public static Optional<StepLoop> of(Trace trace, ReplayResult replay) {
    double[] seconds = new double[trace.events().size()];
    double whole = 0;
    for (ReplayResult.EventTimes times : replay.events()) {
      seconds[times.event()] = times.computeSeconds() + times.callSeconds();
      whole += seconds[times.event()];
    }
    List<Loop> outermost = outermost(trace);
    Loop longest = null;
    double most = 0;
    for (Loop loop : outermost) {
      double inside = inside(loop, trace, seconds);
      if (inside > most) {
        most = inside;
        longest = loop;
      }
    }
    if (longest == null) {
      return Optional.empty();
    }
    long steps = iterations(longest);
    double sum = most;
    RankList ranks = longest.ranks();
    for (Loop loop : outermost) {
      if (Math.abs(iterations(loop) - steps) * ALIKE < steps && !loop.ranks().intersects(ranks)) {
        sum += inside(loop, trace, seconds);
        ranks = ranks.union(loop.ranks());
      }
    }
    int site = trace.events().get(longest.first()).callSite();
    return Optional.of(
        new StepLoop(trace.callSites().get(site).name(), site, steps, Math.min(1, sum / whole)));
  }

  /**
   * Returns how many of the recorded time steps are iterations of this loop. An iteration that
   * differs from the others, such as the first, stands beside the loop. The numbers show it: 400
   * steps are no multiple of 3 iterations, but of 4, so 300 steps are in the loop.
   */
  long stepsInLoop(long recorded) {
    boolean isWhole = recorded % iterations == 0 || iterations % recorded == 0;
    boolean lacksOne = recorded % (iterations + 1) == 0;
    return !isWhole && lacksOne ? recorded / (iterations + 1) * iterations : recorded;
  }

  /**
   * Returns the loops with several iterations that no other such loop encloses on their ranks.
   * Outer loops come first.
   */
  private static List<Loop> outermost(Trace trace) {
    List<Loop> found = new ArrayList<>();
    for (Loop loop : trace.loops()) {
      if (iterations(loop) >= 2
          && found.stream()
              .noneMatch(outer -> outer.first() <= loop.first()
                  && outer.last() >= loop.last()
                  && outer.ranks().intersects(loop.ranks()))) {
        found.add(loop);
      }
    }
    return found;
  }

  /**
   * The most iterations of a rank; 0 if executions of the loop differ in their numbers of
   * iterations.
   */
  private static long iterations(Loop loop) {
    long most = 0;
    for (Piece piece : loop.iterations().pieces()) {
      if (piece.sequence().period() > 1) {
        return 0;
      }
      most = Math.max(most, piece.sequence().number(0, 0));
    }
    return most;
  }

  /** Returns the time in a loop. It assumes that an event takes the same time on each of its ranks. */
  private static double inside(Loop loop, Trace trace, double[] seconds) {
    double sum = 0;
    for (int i = loop.first(); i <= loop.last(); i++) {
      Event event = trace.events().get(i);
      if (seconds[i] > 0 && event.ranks().intersects(loop.ranks())) {
        sum += seconds[i]
            * event.ranks().intersection(loop.ranks()).size()
            / event.ranks().size();
      }
    }
    return sum;
  }
}
