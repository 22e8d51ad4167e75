package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The calls of one task in order, with one row for each call. Setters are for the last call. */
final class Calls {
  /**
   * The number of every inter-communicator, because the trace shows the members of an
   * inter-communicator only as two other communicators.
   */
  static final int INTER_COMMUNICATOR = -1;

  private final List<MpiCall> calls = new ArrayList<>();
  private final IntArrayList sites = new IntArrayList();
  private final IntArrayList lines = new IntArrayList();
  private final LongArrayList beginnings = new LongArrayList();
  private final LongArrayList endings = new LongArrayList();
  private final LongArrayList sent = new LongArrayList();
  private final LongArrayList received = new LongArrayList();
  private final IntArrayList communicators = new IntArrayList();
  private final BitSet roots = new BitSet();

  /**
   * The start of the task in the trace's units. {@link #endOfTask} is the end of the task, or -1 if
   * the trace does not have it.
   */
  long startOfTask;

  long endOfTask = -1;

  int count() {
    return calls.size();
  }

  private int last() {
    return calls.size() - 1;
  }

  /** Adds a row for a call that lasts until {@link #end} is called. */
  void begin(MpiCall call, int site, long time, int line) {
    calls.add(call);
    sites.add(site);
    lines.add(line);
    beginnings.add(time);
    endings.add(-1);
    sent.add(0);
    received.add(0);
    communicators.add(0);
  }

  /** Whether the last call has not ended. */
  boolean open() {
    return !calls.isEmpty() && ending(last()) < 0;
  }

  void end(long time) {
    endings.set(last(), time);
  }

  void setSite(int site) {
    sites.set(last(), site);
  }

  void setSent(long bytes) {
    sent.set(last(), bytes);
  }

  void setReceived(long bytes) {
    received.set(last(), bytes);
  }

  /**
   * Sets the communicator by its number in the trace, from 1, or to {@link
   * #INTER_COMMUNICATOR}.
   */
  void setCommunicator(int number) {
    communicators.set(last(), number);
  }

  void setRoot(boolean root) {
    roots.set(last(), root);
  }

  long beginning(int row) {
    return beginnings.getLong(row);
  }

  long ending(int row) {
    return endings.getLong(row);
  }

  long sent(int row) {
    return sent.getLong(row);
  }

  long received(int row) {
    return received.getLong(row);
  }

  MpiCall call(int row) {
    return calls.get(row);
  }

  int site(int row) {
    return sites.getInt(row);
  }

  int line(int row) {
    return lines.getInt(row);
  }

  /**
   * Returns the number of the call's communicator in the trace, from 1, or {@link
   * #INTER_COMMUNICATOR}; 0 if it is not known.
   */
  int communicator(int row) {
    return communicators.getInt(row);
  }

  boolean root(int row) {
    return roots.get(row);
  }
}
