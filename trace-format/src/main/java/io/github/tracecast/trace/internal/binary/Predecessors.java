package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Delta;

/** Writes after which call site a delta applies. From version 9 on, the site of the event before has a number of its own. */
final class Predecessors {
  /** From version 9 on: the site of the event before in the trace. */
  private static final int EVENT_BEFORE = 2;

  private Predecessors() {}

  static long code(int after, int siteBefore, int version) {
    long code = after - (long) Delta.AFTER_NOTHING;
    if (version < RoundedTable.VERSION || code < EVENT_BEFORE) {
      return code;
    }
    return after == siteBefore ? EVENT_BEFORE : code + 1;
  }

  static int read(ColumnReader column, int siteBefore, int version) {
    int code = column.number("predecessor");
    if (version < RoundedTable.VERSION || code < EVENT_BEFORE) {
      return code + Delta.AFTER_NOTHING;
    }
    return code == EVENT_BEFORE ? siteBefore : code - 1 + Delta.AFTER_NOTHING;
  }
}
