package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a replay that decide which instructions calls become.
 *
 * @param undecided the name of a wait or test whose completed requests the trace leaves open; null if
 *     there is none
 * @param timeline whether each call is reported to a timeline
 * @param rounds whether all ranks run in rounds without time, to find lost sources
 * @param loopsFrom fewest iterations for which like messages of a collective become a loop. A loop
 *     takes no memory for each pair of ranks, but looks up channels and costs each time
 */
public record Demands(@Nullable String undecided, boolean timeline, boolean rounds, int loopsFrom) {
  /** With fewer iterations, entries for each pair of ranks take about 60 MB and save a third of the replay. */
  private static final int LOOPS_FROM = 1000;

  /** The demands of a search for lost sources. */
  static final Demands IN_ROUNDS = new Demands(null, false, true, LOOPS_FROM);

  /** The demands of a trace. */
  public static Demands of(Trace trace, boolean timeline) {
    String undecided = trace.events().stream()
        .filter(CompletionLookup::leavesOpen)
        .map(event -> event.call().mpiName())
        .findFirst()
        .orElse(null);
    return new Demands(undecided, timeline, false, LOOPS_FROM);
  }
}
