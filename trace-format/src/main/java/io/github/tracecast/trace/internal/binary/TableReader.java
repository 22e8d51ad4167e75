package io.github.tracecast.trace.internal.binary;

/** Reads the columns of one section. It checks bounds before it allocates memory. */
final class TableReader {
  private final ColumnReader[] columns;
  private final int rows;

  /**
   * @param place file, byte and section, for error messages
   * @param names of the columns
   */
  TableReader(byte[] raw, String place, String... names) {
    ColumnReader head = new ColumnReader(raw, 0, raw.length, place + ": column lengths");
    this.rows = head.count(raw.length, "rows");
    int[] lengths = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      lengths[i] = head.count(raw.length, "bytes");
    }
    this.columns = new ColumnReader[names.length];
    int at = head.position();
    for (int i = 0; i < names.length; i++) {
      if (lengths[i] > raw.length - at) {
        throw head.fail(
            lengths[i] + " bytes of column " + names[i],
            "at most the " + (raw.length - at) + " that are left");
      }
      columns[i] = new ColumnReader(raw, at, at + lengths[i], place + ": column " + names[i]);
      at += lengths[i];
    }
    if (at != raw.length) {
      throw head.fail((raw.length - at) + " bytes after the last column", "none");
    }
  }

  int rows() {
    return rows;
  }

  ColumnReader column(int i) {
    return columns[i];
  }

  /** Called when all rows were read. */
  void expectEnd() {
    for (ColumnReader column : columns) {
      if (column.left() > 0) {
        throw column.fail(column.left() + " bytes after the last row", "none");
      }
    }
  }
}
