package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;

/** Computes how many requests back a call of a trace refers at most. */
final class RequestReach {
  private RequestReach() {}

  /** Returns the largest offset, at least 1 and at most the size of the trace's request ring. */
  static long of(Trace trace) {
    long reach = trace.events().stream()
        .flatMap(event -> event.terms(Parameter.REQUEST, Parameter.REQUESTS))
        .filter(term -> term.kind() == Term.Kind.CONSTANT)
        .mapToLong(Term::number)
        .max()
        .orElse(1);
    return Math.min(Math.max(1, reach), trace.header().requestRing());
  }
}
