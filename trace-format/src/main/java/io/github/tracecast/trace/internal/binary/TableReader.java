package io.github.tracecast.trace.internal.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Reads the columns of one section. It checks bounds before it allocates memory. */
final class TableReader {
  private final ColumnReader[] columns;
  private final int rows;

  /**
   * @param place file, byte and section, for error messages
   * @param names the names of the columns
   */
  TableReader(byte[] raw, String place, String... names) {
    ColumnReader head = new ColumnReader(raw, 0, raw.length, place + ": column lengths");
    boolean empty = raw.length == 0;
    this.rows = empty ? 0 : head.count(raw.length, "rows");
    int[] lengths = new int[names.length];
    int left = raw.length;
    for (int i = 0; i < names.length - 1 && !empty; i++) {
      lengths[i] = head.count(left, "bytes of column " + names[i]);
      left -= lengths[i];
    }
    int at = head.position();
    lengths[names.length - 1] = left - at;
    if (left < at) {
      throw head.fail(
          raw.length - left + " bytes of columns",
          "at most the " + head.left() + " bytes that are left");
    }
    this.columns = new ColumnReader[names.length];
    for (int i = 0; i < names.length; i++) {
      columns[i] = new ColumnReader(raw, at, at + lengths[i], place + ": column " + names[i]);
      at += lengths[i];
    }
  }

  /**
   * Whether the table has neither rows nor bytes. A section that the file lacks is read as such a
   * table.
   */
  boolean isEmpty() {
    return rows == 0 && Arrays.stream(columns).allMatch(column -> column.left() == 0);
  }

  int rows() {
    return rows;
  }

  ColumnReader column(int i) {
    return columns[i];
  }

  /** Reads all rows. No bytes may be left after the rows. */
  <T> List<T> rows(Supplier<T> row) {
    List<T> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add(row.get());
    }
    expectEnd();
    return all;
  }

  /** Checks, after all rows were read, that no bytes are left. */
  void expectEnd() {
    for (ColumnReader column : columns) {
      if (column.left() > 0) {
        throw column.fail(column.left() + " bytes after the last row", "none");
      }
    }
  }
}
