package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * What two matching events have in common: the call, the call site and the set of parameters, but
 * not their values.
 */
final class Leaf {
  private static final Parameter[] ALL = Parameter.values();

  /** Structure number within the task. */
  final int id;

  final MpiCall call;
  final int site;

  /** A bit for each parameter by ordinal. */
  final long mask;

  /** Ascending. */
  final Parameter[] parameters;

  /** The next leaf of the same call site. */
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

  /** Whether successive calls count as one, because their number is random. */
  boolean coalesces() {
    return (call == MpiCall.WAITSOME || call == MpiCall.TESTSOME)
        && (mask >>> Parameter.COMPLETIONS.ordinal() & 1) == 0;
  }
}
