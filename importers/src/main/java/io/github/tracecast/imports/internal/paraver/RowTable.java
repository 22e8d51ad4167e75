package io.github.tracecast.imports.internal.paraver;

import java.util.Arrays;

/** A packed table whose rows each have a fixed number of longs and ints. */
final class RowTable {
  private final int longFields;
  private final int intFields;
  private long[] longs;
  private int[] ints;
  private int count;

  RowTable(int longFields, int intFields) {
    this.longFields = longFields;
    this.intFields = intFields;
    this.longs = new long[16 * longFields];
    this.ints = new int[16 * intFields];
  }

  int count() {
    return count;
  }

  /** Adds a row of zeros and returns its number. */
  int add() {
    if (longs.length == count * longFields) {
      longs = Arrays.copyOf(longs, 2 * longs.length);
      ints = Arrays.copyOf(ints, 2 * ints.length);
    }
    return count++;
  }

  long getLong(int row, int field) {
    return longs[row * longFields + field];
  }

  int getInt(int row, int field) {
    return ints[row * intFields + field];
  }

  void setLong(int row, int field, long value) {
    longs[row * longFields + field] = value;
  }

  void setInt(int row, int field, int value) {
    ints[row * intFields + field] = value;
  }
}
