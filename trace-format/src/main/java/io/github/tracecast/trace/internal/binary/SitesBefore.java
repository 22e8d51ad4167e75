package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Delta;

/** Writes and reads the call site after which a delta applies. */
final class SitesBefore {
  /**
   * The code for the call site of the previous event in the trace. Smaller codes are the special
   * values of {@link Delta#after()}.
   */
  private static final int EVENT_BEFORE = 2;

  private SitesBefore() {}

  static long code(int after, int siteBefore) {
    long code = after - (long) Delta.AFTER_NOTHING;
    if (code < EVENT_BEFORE) {
      return code;
    }
    return after == siteBefore ? EVENT_BEFORE : code + 1;
  }

  static int read(ColumnReader column, int siteBefore) {
    int code = column.number("predecessor");
    if (code < EVENT_BEFORE) {
      return code + Delta.AFTER_NOTHING;
    }
    return code == EVENT_BEFORE ? siteBefore : code - 1 + Delta.AFTER_NOTHING;
  }
}
