package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;

/**
 * Computes a buffer size for buffered sends, because a trace does not contain the size of the
 * original program's buffer.
 */
final class BufferedBytes {
  /** The assumed number of concurrent sends of one event. */
  private static final long AT_A_TIME = 64;

  private static final long OVERHEAD = 1024;
  private static final long MOST = 1L << 28;

  private BufferedBytes() {}

  static long of(Trace trace) {
    long largestType =
        trace.datatypes().stream().mapToLong(Datatype::bytes).max().orElse(1);
    long bytes = OVERHEAD;
    for (Event event : trace.events()) {
      if (event.call().name().contains("BSEND")) {
        double largest =
            event.terms(Parameter.COUNT).mapToLong(Term::number).max().orElse(0)
                * (double) largestType;
        bytes += (long) Math.min(MOST, AT_A_TIME * (largest + OVERHEAD));
      }
    }
    return Math.min(bytes, MOST);
  }
}
