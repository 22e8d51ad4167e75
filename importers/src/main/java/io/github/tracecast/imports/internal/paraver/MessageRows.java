package io.github.tracecast.imports.internal.paraver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/** The messages of a run, with one row for each message. */
final class MessageRows {
  private final IntArrayList senders = new IntArrayList();
  private final IntArrayList receivers = new IntArrayList();
  private final LongArrayList sendTimes = new LongArrayList();
  private final LongArrayList receiveTimes = new LongArrayList();
  private final LongArrayList arrivalTimes = new LongArrayList();
  private final LongArrayList sizes = new LongArrayList();
  private final IntArrayList tags = new IntArrayList();
  private final IntArrayList lines = new IntArrayList();

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
    senders.add(sender);
    receivers.add(receiver);
    sendTimes.add(sent);
    receiveTimes.add(received);
    arrivalTimes.add(arrived);
    sizes.add(bytes);
    tags.add(tag);
    lines.add(line);
  }

  /**
   * Returns for each task the rows of the messages that it sends or receives, in the order of its
   * calls.
   */
  int[][] byTask(int tasks, boolean sending) {
    Integer[] order = new Integer[lines.size()];
    Arrays.setAll(order, row -> row);
    // the sort is stable, so calls at the same time keep the order of the file
    Arrays.sort(order, Comparator.comparingLong(row -> callTime(row, sending)));
    IntArrayList[] rows = new IntArrayList[tasks];
    Arrays.setAll(rows, task -> new IntArrayList());
    for (int row : order) {
      rows[sending ? sender(row) : receiver(row)].add(row);
    }
    return Stream.of(rows).map(IntArrayList::toIntArray).toArray(int[][]::new);
  }

  /** Returns the time of the call that sends or receives the message. */
  long callTime(int row, boolean sending) {
    return (sending ? sendTimes : receiveTimes).getLong(row);
  }

  /** Returns the time at which the reception of a message ended. */
  long arrivalTime(int row) {
    return arrivalTimes.getLong(row);
  }

  long bytes(int row) {
    return sizes.getLong(row);
  }

  int sender(int row) {
    return senders.getInt(row);
  }

  int receiver(int row) {
    return receivers.getInt(row);
  }

  int tag(int row) {
    return tags.getInt(row);
  }

  int line(int row) {
    return lines.getInt(row);
  }
}
