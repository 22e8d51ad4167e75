package io.github.tracecast.trace.internal.binary;

/** Columns of one section: the number of rows, the length of each column, then the columns. */
final class TableWriter {
  private final ByteColumn[] columns;
  private final int rows;

  TableWriter(int rows, int columns) {
    this.rows = rows;
    this.columns = new ByteColumn[columns];
    for (int i = 0; i < columns; i++) {
      this.columns[i] = new ByteColumn();
    }
  }

  ByteColumn column(int i) {
    return columns[i];
  }

  byte[] bytes() {
    ByteColumn head = new ByteColumn();
    head.varint(rows);
    int size = 0;
    for (ByteColumn column : columns) {
      head.varint(column.size());
      size = Math.addExact(size, column.size());
    }
    byte[] bytes = new byte[Math.addExact(head.size(), size)];
    head.copyTo(bytes, 0);
    int at = head.size();
    for (ByteColumn column : columns) {
      column.copyTo(bytes, at);
      at += column.size();
    }
    return bytes;
  }
}
