package io.github.tracecast.exports.program;

import static io.github.tracecast.trace.Parameter.COMMUNICATOR;
import static io.github.tracecast.trace.Parameter.NEW_COMMUNICATOR;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.BitSet;

/**
 * Finds the communicators that calls of the trace use but no call of the trace creates. For
 * example, a call that the recorder does not know may have created them.
 */
final class UnbornCommunicators {
  private UnbornCommunicators() {}

  static int[] of(Trace trace) {
    BitSet unborn = numbers(trace, COMMUNICATOR);
    unborn.andNot(numbers(trace, NEW_COMMUNICATOR));
    unborn.clear(Communicator.WORLD);
    unborn.clear(Communicator.SELF);
    return unborn.stream().toArray();
  }

  private static BitSet numbers(Trace trace, Parameter parameter) {
    BitSet numbers = new BitSet();
    trace.events().stream()
        .flatMap(event -> event.terms(parameter))
        .filter(term -> term.kind() == Term.Kind.CONSTANT)
        .forEach(term -> numbers.set((int) term.number()));
    return numbers;
  }
}
