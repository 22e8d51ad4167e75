package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.Trace;

/**
 * Properties of a replay that decide which instructions calls become.
 *
 * @param undecided whether the trace leaves open the completed requests of some wait or test
 * @param told whether each call is reported to a timeline
 * @param rounds whether all ranks run in rounds without time, to find lost sources
 * @param loopsFrom fewest iterations for which like messages of a collective become a loop. A loop
 *     takes no memory for each pair of ranks, but looks up channels and costs each time
 */
public record Demands(boolean undecided, boolean told, boolean rounds, int loopsFrom) {
  /** Below, entries for each pair of ranks take some 60 MB, and a replay is a third faster. */
  private static final int LOOPS_FROM = 1000;

  /** The demands of a search for lost sources. */
  static final Demands IN_ROUNDS = new Demands(false, false, true, LOOPS_FROM);

  /** The demands of a trace. */
  public static Demands of(Trace trace, boolean told) {
    return new Demands(
        trace.events().stream().anyMatch(CompletionLookup::leavesOpen), told, false, LOOPS_FROM);
  }

  /** The name of a call without recorded completions. There must be one. */
  static String undecidedCall(Trace trace) {
    return trace.events().stream()
        .filter(CompletionLookup::leavesOpen)
        .map(event -> event.call().mpiName())
        .findFirst()
        .orElseThrow();
  }
}
