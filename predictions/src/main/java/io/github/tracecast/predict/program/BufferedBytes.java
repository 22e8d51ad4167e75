package io.github.tracecast.predict.program;

import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * The buffer size for buffered sends. The trace does not record the size of the program's buffer.
 */
final class BufferedBytes {
  /** Number of concurrent sends of one event. */
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
        double largest = (double) largest(event.parameter(Parameter.COUNT)) * largestType;
        bytes += (long) Math.min(MOST, AT_A_TIME * (largest + OVERHEAD));
      }
    }
    return Math.min(bytes, MOST);
  }

  private static long largest(@Nullable Values values) {
    long largest = 0;
    if (values != null) {
      for (Piece piece : values.pieces()) {
        for (int element = 0; element < piece.sequence().period(); element++) {
          largest = Math.max(largest, piece.sequence().number(element, 0));
        }
      }
    }
    return largest;
  }
}
