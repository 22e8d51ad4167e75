package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The columns of one section. The section has its size in bytes, the number of rows, the length of
 * each column except the last, and then the columns.
 */
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

  TableWriter(int rows, ByteColumn... columns) {
    this.rows = rows;
    this.columns = columns;
  }

  ByteColumn column(int i) {
    return columns[i];
  }

  private boolean isEmpty() {
    return rows == 0 && Arrays.stream(columns).allMatch(column -> column.size() == 0);
  }

  private ByteColumn head() {
    ByteColumn head = new ByteColumn();
    head.varint(rows);
    for (int i = 0; i < columns.length - 1; i++) {
      head.varint(columns[i].size());
    }
    return head;
  }

  /**
   * Returns the size of the table in bytes, which the file stores before the table.
   *
   * @throws TraceException if a reader would refuse the number of rows
   */
  int size() {
    if (isEmpty()) {
      return 0;
    }
    long size = head().size();
    for (ByteColumn column : columns) {
      size += column.size();
    }
    if (size > Container.MOST_RAW) {
      throw TraceException.at(
          "binary trace",
          "a table of " + size + " bytes",
          "at most " + Container.MOST_RAW + "; write the trace as text, which has no such limit");
    }
    return (int) size;
  }

  void writeTo(OutputStream out) throws IOException {
    int size = size();
    new ByteColumn().varint(size).writeTo(out);
    if (size == 0) {
      return;
    }
    head().writeTo(out);
    for (ByteColumn column : columns) {
      column.writeTo(out);
    }
  }
}
