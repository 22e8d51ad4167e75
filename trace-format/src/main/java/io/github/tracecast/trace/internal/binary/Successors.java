package io.github.tracecast.trace.internal.binary;

/**
 * Writes and reads references to items that are numbered in the order of their first use: 0 for a
 * new item, otherwise the number of the item plus 1. Each kind of item has its own instance.
 */
final class Successors {
  private int next;

  /** Returns the code that refers to the item with this number. */
  int code(int number) {
    if (number == next) {
      next++;
      return 0;
    }
    return number + 1;
  }

  /** Reads the number of an item. The number must be below a limit. */
  int read(ColumnReader column, int limit, String what) {
    return number(column.index(limit + 1L, what), column, limit, what);
  }

  /** Returns the number of an item from its code. The number must be below a limit. */
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
