package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * The properties that two matching events have in common: the call, the call site and the set of
 * parameters, but not their values.
 */
final class Leaf {
  private static final Parameter[] ALL = Parameter.values();

  /** The structure number of the leaf within the task. */
  final int id;

  final MpiCall call;
  final int site;

  /** The set of parameters, with a bit for each parameter at its ordinal. */
  final long mask;

  /** The parameters in ascending order. */
  final Parameter[] parameters;

  /** The next leaf with the same call site. */
  final @Nullable Leaf next;

  Leaf(int id, MpiCall call, int site, long mask, @Nullable Leaf next) {
    this.id = id;
    this.call = call;
    this.site = site;
    this.mask = mask;
    this.next = next;
    this.parameters = new Parameter[Long.bitCount(mask)];
    long left = mask;
    for (int i = 0; i < parameters.length; i++, left &= left - 1) {
      parameters[i] = ALL[Long.numberOfTrailingZeros(left)];
    }
  }

  /** Whether successive calls become one event, because the number of calls in a row is random. */
  boolean coalesces() {
    return (call == MpiCall.WAITSOME || call == MpiCall.TESTSOME)
        && (mask >>> Parameter.COMPLETIONS.ordinal() & 1) == 0;
  }
}
