package io.github.tracecast.imports.internal.paraver;

import java.util.Arrays;

/** The messages of a run, with one row for each message. */
final class MessageRows {
  // the columns of longs
  private static final int SENT = 0;
  private static final int RECEIVED = 1;
  private static final int ARRIVED = 2;
  private static final int BYTES = 3;

  // the columns of ints
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;
  private static final int TAG = 2;
  private static final int LINE = 3;

  private final RowTable messages = new RowTable(4, 4);

  /**
   * Adds a message with the times of its send, of its receive and of the end of its reception.
   * Tasks are numbered from 0.
   */
  void add(
      int sender,
      int receiver,
      long sent,
      long received,
      long arrived,
      long bytes,
      int tag,
      int line) {
    int row = messages.add();
    messages.setLong(row, SENT, sent);
    messages.setLong(row, RECEIVED, received);
    messages.setLong(row, ARRIVED, arrived);
    messages.setLong(row, BYTES, bytes);
    messages.setInt(row, SENDER, sender);
    messages.setInt(row, RECEIVER, receiver);
    messages.setInt(row, TAG, tag);
    messages.setInt(row, LINE, line);
  }

  /**
   * Returns for each task the rows of the messages that it sends or receives, in the order of its
   * calls.
   */
  int[][] byTask(int tasks, boolean sending) {
    int count = messages.count();
    int[] sizes = new int[tasks];
    for (int row = 0; row < count; row++) {
      sizes[task(row, sending)]++;
    }
    Integer[] order = new Integer[count];
    Arrays.setAll(order, row -> row);
    // the sort is stable, so calls at the same time keep the order of the file
    Arrays.sort(
        order, (one, other) -> Long.compare(callTime(one, sending), callTime(other, sending)));
    int[][] rows = new int[tasks][];
    for (int task = 0; task < tasks; task++) {
      rows[task] = new int[sizes[task]];
    }
    int[] next = new int[tasks];
    for (int row : order) {
      int task = task(row, sending);
      rows[task][next[task]++] = row;
    }
    return rows;
  }

  private int task(int row, boolean sending) {
    return sending ? sender(row) : receiver(row);
  }

  /** Returns the time of the call that sends or receives the message. */
  long callTime(int row, boolean sending) {
    return messages.getLong(row, sending ? SENT : RECEIVED);
  }

  /** Returns the time at which the reception of a message ended. */
  long arrivalTime(int row) {
    return messages.getLong(row, ARRIVED);
  }

  long bytes(int row) {
    return messages.getLong(row, BYTES);
  }

  int sender(int row) {
    return messages.getInt(row, SENDER);
  }

  int receiver(int row) {
    return messages.getInt(row, RECEIVER);
  }

  int tag(int row) {
    return messages.getInt(row, TAG);
  }

  int line(int row) {
    return messages.getInt(row, LINE);
  }
}
