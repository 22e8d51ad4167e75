package io.github.tracecast.trace.internal.binary;

/**
 * Writes and reads the numbers of things, which are numbered in the order of their first use: 0
 * for a new thing, otherwise the thing's number plus 1. One instance for each kind of thing.
 */
final class Successors {
  private int next;

  /** The code that is written for a number. */
  int code(int number) {
    if (number == next) {
      next++;
      return 0;
    }
    return number + 1;
  }

  /** Reads a number below a limit. */
  int read(ColumnReader column, int limit, String what) {
    return number(column.index(limit + 1L, what), column, limit, what);
  }

  /** Returns the number, below a limit, that was written as a code. */
  int number(int code, ColumnReader column, int limit, String what) {
    if (code > 0) {
      return code - 1;
    }
    if (next >= limit) {
      throw column.fail("one more " + what, "at most " + limit);
    }
    return next++;
  }
}
