package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Delta;

/** Writes and reads the call site after which a delta applies. */
final class SitesBefore {
  /**
   * The site of the event before in the trace. The constants below are numbers that no call site
   * has.
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
