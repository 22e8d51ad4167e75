package io.github.tracecast.predict.program;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.List;

/** The largest distance of a reference to a request in a trace, in requests. */
final class RequestReach {
  private RequestReach() {}

  /** The largest offset, at least 1 and at most the size of the trace's request ring. */
  static long of(Trace trace) {
    long reach = 1;
    for (Event event : trace.events()) {
      for (Parameter parameter : List.of(Parameter.REQUEST, Parameter.REQUESTS)) {
        Values values = event.parameter(parameter);
        if (values != null) {
          for (Piece piece : values.pieces()) {
            reach = Math.max(reach, of(piece.sequence()));
          }
        }
      }
    }
    return Math.min(reach, trace.header().requestRing());
  }

  private static long of(Sequence sequence) {
    long reach = 1;
    for (int element = 0; element < sequence.period(); element++) {
      for (int i = 0; i < sequence.length(element); i++) {
        if (sequence.kind(element, i) == Term.Kind.CONSTANT) {
          reach = Math.max(reach, sequence.number(element, i));
        }
      }
    }
    return reach;
  }
}
