package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.OutputStream;

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

  private ByteColumn head() {
    ByteColumn head = new ByteColumn();
    head.varint(rows);
    for (ByteColumn column : columns) {
      head.varint(column.size());
    }
    return head;
  }

  /**
   * Bytes of the table.
   *
   * @throws TraceException if a reader would refuse so many
   */
  int size() {
    long size = head().size();
    for (ByteColumn column : columns) {
      size += column.size();
    }
    if (size > Container.MOST_RAW) {
      throw TraceException.at(
          "binary trace",
          "a table of " + size + " bytes",
          "at most " + Container.MOST_RAW + "; the text form has no such limit");
    }
    return (int) size;
  }

  void writeTo(OutputStream out) throws IOException {
    head().writeTo(out);
    for (ByteColumn column : columns) {
      column.writeTo(out);
    }
  }
}
