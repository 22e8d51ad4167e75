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

/** Finds receives and probes whose message the trace does not determine on some rank. */
public final class OpenReceives {
  private OpenReceives() {}

  /**
   * Whether the behaviour of a program depends on the arrival times of its messages. Such a program
   * receives from any source, probes, cancels, or tests requests without a recorded outcome. For
   * any other program, the order in which the simulator runs the ranks does not change the result.
   */
  public static boolean decidedByTime(Trace trace) {
    return trace.events().stream()
        .anyMatch(event -> probes(event)
            || event.call().role() == Role.CANCEL
            || CompletionLookup.leavesOpen(event)
            || any(event, Parameter.SOURCE));
  }

  /** Whether an event probes, receives with MPI_ANY_SOURCE or MPI_ANY_TAG, or receives a message that MPI_Mprobe found. */
  public static boolean open(Event event) {
    return probes(event)
        || event.call().isOfProbedMessage()
        || Stream.of(Parameter.SOURCE, Parameter.TAG, Parameter.RECEIVE_TAG)
            .anyMatch(parameter -> any(event, parameter));
  }

  /** Whether an event is a probe that may find a message, and not a probe of MPI_PROC_NULL. */
  private static boolean probes(Event event) {
    Values sources = event.parameter(Parameter.SOURCE);
    return event.call().role() == Role.PROBE
        && (sources == null || sources.terms().anyMatch(term -> term.kind() != Term.Kind.NONE));
  }

  /** Whether the trace has a receive that is {@link #lost(Event) lost}. */
  public static boolean lost(Trace trace) {
    return trace.events().stream().anyMatch(OpenReceives::lost);
  }

  /** Whether an event is, on some rank, a receive from MPI_ANY_SOURCE whose tag the trace lacks. */
  public static boolean lost(Event event) {
    return !hasTag(event) && any(event, Parameter.SOURCE);
  }

  /** Whether an event is a receive for which the trace lacks the tag but has the matched sources. */
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

  /** Whether some element of a sequence is MPI_ANY_SOURCE or MPI_ANY_TAG. */
  public static boolean any(Sequence sequence) {
    return IntStream.range(0, sequence.period())
        .anyMatch(element -> sequence.kind(element, 0) == Term.Kind.ANY);
  }
}
