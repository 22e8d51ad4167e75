package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a replay that determine the instructions into which calls are translated.
 *
 * @param undecided the name of a wait or test whose completed requests the trace lacks; null if
 *     there is none
 * @param timeline whether each call is reported to a timeline
 * @param byRank whether each call that takes time is reported to the sums of its rank
 * @param rounds whether all ranks run in rounds without time, to find sources that the trace lacks
 * @param loopsFrom the smallest number of similar messages of a collective that become a loop. A
 *     loop saves the memory for each pair of ranks, but looks up channels and costs in each
 *     iteration
 */
public record Demands(
    @Nullable String undecided, boolean timeline, boolean byRank, boolean rounds, int loopsFrom) {
  /** Fewer messages than this do not become a loop, because separate entries save a third of the replay's time. */
  private static final int LOOPS_FROM = 1000;

  /** The demands of a replay in rounds, which finds sources that the trace lacks. */
  static final Demands IN_ROUNDS = new Demands(null, false, false, true, LOOPS_FROM);

  /** Returns the demands of a replay of a trace with simulated time. */
  public static Demands of(Trace trace, boolean timeline) {
    String undecided = trace.events().stream()
        .filter(CompletionLookup::leavesOpen)
        .map(event -> event.call().mpiName())
        .findFirst()
        .orElse(null);
    return new Demands(undecided, timeline, false, false, LOOPS_FROM);
  }

  Demands withSumsByRank(boolean kept) {
    return new Demands(undecided, timeline, kept, rounds, loopsFrom);
  }
}
