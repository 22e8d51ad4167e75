package io.github.tracecast.imports.internal.paraver;

import java.util.Arrays;

/** A run's messages, a row each. */
final class MessageRows {
  private static final int LONGS = 4;
  private static final int INTS = 4;

  private int count;
  private long[] longs = new long[16 * LONGS];
  private int[] ints = new int[16 * INTS];

  /**
   * Adds a message. Tasks count from 0. Times are those of the calls and of the end of the
   * reception.
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
    if (longs.length == count * LONGS) {
      longs = Arrays.copyOf(longs, 2 * longs.length);
      ints = Arrays.copyOf(ints, 2 * ints.length);
    }
    longs[count * LONGS] = sent;
    longs[count * LONGS + 1] = received;
    longs[count * LONGS + 2] = arrived;
    longs[count * LONGS + 3] = bytes;
    ints[count * INTS] = sender;
    ints[count * INTS + 1] = receiver;
    ints[count * INTS + 2] = tag;
    ints[count * INTS + 3] = line;
    count++;
  }

  /**
   * Returns for each task the rows of the messages that it sends or receives, in the order of its
   * calls.
   */
  int[][] byTask(int tasks, boolean sending) {
    int[] sizes = new int[tasks];
    for (int row = 0; row < count; row++) {
      sizes[task(row, sending)]++;
    }
    Integer[] order = new Integer[count];
    Arrays.setAll(order, row -> row);
    // stable: calls at the same time keep the order of the file
    Arrays.sort(order, (one, other) -> Long.compare(called(one, sending), called(other, sending)));
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
  long called(int row, boolean sending) {
    return longs[row * LONGS + (sending ? 0 : 1)];
  }

  /** Returns the time at which the message had been received. */
  long arrived(int row) {
    return longs[row * LONGS + 2];
  }

  long bytes(int row) {
    return longs[row * LONGS + 3];
  }

  int sender(int row) {
    return ints[row * INTS];
  }

  int receiver(int row) {
    return ints[row * INTS + 1];
  }

  int tag(int row) {
    return ints[row * INTS + 2];
  }

  int line(int row) {
    return ints[row * INTS + 3];
  }
}
