package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;

/**
 * Whether what a program does depends on when its messages arrive: it receives from any source, probes,
 * or looks at requests without the trace saying what it found. Where it does not, ranks can be replayed
 * in any order that keeps each rank's own, and the outcome is the same.
 */
final class TimeDependence {
  private TimeDependence() {}

  static boolean of(Trace trace) {
    return trace.events().stream().anyMatch(TimeDependence::of);
  }

  private static boolean of(Event event) {
    return switch (event.call()) {
      case PROBE, IPROBE, MPROBE, IMPROBE, CANCEL -> true;
      case WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME ->
        !event.parameters().containsKey(Parameter.OUTCOMES);
      default -> anySource(event);
    };
  }

  /** Whether some rank calls it with any source. */
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
