package io.github.tracecast.trace.internal.binary;

/**
 * Numbers of things that are numbered by first use, from version 9 on: 0 for the next one that was not
 * named yet, otherwise the number plus 1. Before version 9, the number itself.
 */
final class Successors {
  private final boolean used;
  private int next;

  Successors(int version) {
    this.used = version >= RoundedTable.VERSION;
  }

  /** What is written for a number. */
  int code(int number) {
    if (used && number == next) {
      next++;
      return 0;
    }
    return used ? number + 1 : number;
  }

  /** Reads a number below a limit. */
  int read(ColumnReader column, int limit, String what) {
    return readAfter(0, column, limit, what);
  }

  /** Reads a number below a limit, to which another number was added. */
  int readAfter(int added, ColumnReader column, int limit, String what) {
    int code = column.index((long) added + limit + (used ? 1 : 0), what) - added;
    if (code < 0) {
      throw column.fail("a zero of several bytes", "one byte");
    }
    if (!used || code > 0) {
      return used ? code - 1 : code;
    }
    if (next >= limit) {
      throw column.fail("one more " + what, "at most " + limit);
    }
    return next++;
  }
}
