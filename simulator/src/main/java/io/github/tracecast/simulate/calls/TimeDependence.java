package io.github.tracecast.simulate.calls;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;

/**
 * Whether a program's behaviour depends on the arrival times of its messages. Such a program
 * receives from any source, probes, or tests requests without a recorded outcome. For all other
 * programs, the replay can run ranks in any order that keeps each rank's own order. The result is
 * the same.
 */
public final class TimeDependence {
  private TimeDependence() {}

  public static boolean of(Trace trace) {
    return trace.events().stream().anyMatch(TimeDependence::of);
  }

  private static boolean of(Event event) {
    return switch (event.call().role()) {
      case PROBE, CANCEL -> true;
      default -> CompletionLookup.leavesOpen(event) || anySource(event);
    };
  }

  /** Whether a rank makes the call with any source. */
  static boolean anySource(Event event) {
    Values sources = event.parameter(Parameter.SOURCE);
    return sources != null
        && sources.pieces().stream().map(Piece::sequence).anyMatch(TimeDependence::any);
  }

  private static boolean any(Sequence sequence) {
    for (int element = 0; element < sequence.period(); element++) {
      if (sequence.kind(element, 0) == Term.Kind.ANY) {
        return true;
      }
    }
    return false;
  }
}
