package io.github.tracecast.simulate.calls;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls that leave open, on some rank, which message they receive or probe. */
public final class OpenReceives {
  private OpenReceives() {}

  /**
   * Whether a program's behaviour depends on the arrival times of its messages. Such a program
   * receives from any source, probes, cancels, or tests requests without a recorded outcome. All
   * others give the same result in any order of the ranks that keeps each rank's own.
   */
  public static boolean decidedByTime(Trace trace) {
    return trace.events().stream()
        .anyMatch(event -> event.call().role() == Role.PROBE && probes(event)
            || event.call().role() == Role.CANCEL
            || CompletionLookup.leavesOpen(event)
            || any(event, Parameter.SOURCE));
  }

  /** Whether an event receives or probes with any source or any tag, or a message that a probe found. */
  public static boolean open(Event event) {
    return event.call().role() == Role.PROBE && probes(event)
        || event.call().isOfProbedMessage()
        || Stream.of(Parameter.SOURCE, Parameter.TAG, Parameter.RECEIVE_TAG)
            .anyMatch(parameter -> any(event, parameter));
  }

  /** Whether a probe looks for a message of some process. Imports write probes of no process. */
  private static boolean probes(Event event) {
    Values sources = event.parameter(Parameter.SOURCE);
    return sources == null || sources.terms().anyMatch(term -> term.kind() != Term.Kind.NONE);
  }

  /** Whether the trace has a receive from any source without a tag. */
  public static boolean lost(Trace trace) {
    return trace.events().stream().anyMatch(OpenReceives::lost);
  }

  /** Whether an event is, on some rank, a receive from any source with an unknown tag. */
  public static boolean lost(Event event) {
    return !hasTag(event) && any(event, Parameter.SOURCE);
  }

  /** As {@link #lost(Event)}, but the sources are known. */
  static boolean wasLost(Event event) {
    return !hasTag(event) && event.parameter(Parameter.MATCHED_SOURCE) != null;
  }

  private static boolean hasTag(Event event) {
    return event.parameter(Parameter.TAG) != null || event.parameter(Parameter.RECEIVE_TAG) != null;
  }

  private static boolean any(Event event, Parameter parameter) {
    Values values = event.parameter(parameter);
    return values != null && values.pieces().stream().anyMatch(piece -> any(piece.sequence()));
  }

  /** Whether some value is any source or any tag. */
  public static boolean any(Sequence sequence) {
    return IntStream.range(0, sequence.period())
        .anyMatch(element -> sequence.kind(element, 0) == Term.Kind.ANY);
  }
}
