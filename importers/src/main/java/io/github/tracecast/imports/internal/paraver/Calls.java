package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;

/** The calls of one task in order, with one row for each call. */
final class Calls {
  private static final MpiCall[] CALLS = MpiCall.values();
  // the columns of longs
  private static final int BEGINNING = 0;
  private static final int ENDING = 1;
  private static final int SENT = 2;
  private static final int RECEIVED = 3;

  // the columns of ints
  private static final int CALL = 0;
  private static final int SITE = 1;
  private static final int LINE = 2;
  private static final int COMMUNICATOR = 3;
  private static final int ROOT = 4;

  /**
   * The number of every inter-communicator, because the trace shows the members of an
   * inter-communicator only as two other communicators.
   */
  static final int INTER_COMMUNICATOR = -1;

  private final RowTable rows = new RowTable(4, 5);

  /**
   * The start of the task in the trace's units. {@link #endOfTask} is the end of the task, or -1 if
   * the trace does not have it.
   */
  long startOfTask;

  long endOfTask = -1;

  int count() {
    return rows.count();
  }

  private int last() {
    return rows.count() - 1;
  }

  /** Adds a row for a call that lasts until {@link #end} is called. */
  void begin(MpiCall call, int site, long time, int line) {
    int row = rows.add();
    rows.setLong(row, BEGINNING, time);
    rows.setLong(row, ENDING, -1);
    rows.setInt(row, CALL, call.ordinal());
    rows.setInt(row, SITE, site);
    rows.setInt(row, LINE, line);
  }

  /** Whether the last call has not ended. */
  boolean open() {
    return rows.count() > 0 && ending(last()) < 0;
  }

  void end(long time) {
    rows.setLong(last(), ENDING, time);
  }

  /** Sets the call site of the last call. */
  void setSite(int site) {
    rows.setInt(last(), SITE, site);
  }

  /** Sets the bytes that the last call sends. */
  void setSent(long bytes) {
    rows.setLong(last(), SENT, bytes);
  }

  /** Sets the bytes that the last call receives. */
  void setReceived(long bytes) {
    rows.setLong(last(), RECEIVED, bytes);
  }

  /**
   * Sets the communicator of the last call by its number in the trace, from 1, or to {@link
   * #INTER_COMMUNICATOR}.
   */
  void setCommunicator(int number) {
    rows.setInt(last(), COMMUNICATOR, number);
  }

  /** Sets whether the task is the root of the last call. */
  void setRoot(boolean root) {
    rows.setInt(last(), ROOT, root ? 1 : 0);
  }

  long beginning(int row) {
    return rows.getLong(row, BEGINNING);
  }

  long ending(int row) {
    return rows.getLong(row, ENDING);
  }

  /** Returns the bytes that the call of a row sends. */
  long sent(int row) {
    return rows.getLong(row, SENT);
  }

  /** Returns the bytes that the call of a row receives. */
  long received(int row) {
    return rows.getLong(row, RECEIVED);
  }

  MpiCall call(int row) {
    return CALLS[rows.getInt(row, CALL)];
  }

  int site(int row) {
    return rows.getInt(row, SITE);
  }

  int line(int row) {
    return rows.getInt(row, LINE);
  }

  /**
   * Returns the number of the call's communicator in the trace, from 1, or {@link
   * #INTER_COMMUNICATOR}; 0 if it is not known.
   */
  int communicator(int row) {
    return rows.getInt(row, COMMUNICATOR);
  }

  boolean root(int row) {
    return rows.getInt(row, ROOT) != 0;
  }
}
