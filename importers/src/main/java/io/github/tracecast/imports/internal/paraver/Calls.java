package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;

/** One task's calls in order, one row per call. */
final class Calls {
  private static final MpiCall[] CALLS = MpiCall.values();
  private static final int LONGS = 4;
  private static final int INTS = 5;

  private int count;
  private long[] longs = new long[16 * LONGS];
  private int[] ints = new int[16 * INTS];

  /** The start and end of the task in the trace's units. An end of -1 is not in the trace. */
  long began;

  long ended = -1;

  int count() {
    return count;
  }

  /** Adds a row that lasts until {@link #end} is called. */
  void begin(MpiCall call, int site, long time, int line) {
    if (longs.length == count * LONGS) {
      longs = Arrays.copyOf(longs, 2 * longs.length);
      ints = Arrays.copyOf(ints, 2 * ints.length);
    }
    longs[count * LONGS] = time;
    longs[count * LONGS + 1] = -1;
    ints[count * INTS] = call.ordinal();
    ints[count * INTS + 1] = site;
    ints[count * INTS + 2] = line;
    count++;
  }

  /** Whether the last call has not ended. */
  boolean open() {
    return count > 0 && longs[count * LONGS - LONGS + 1] < 0;
  }

  void end(long time) {
    longs[count * LONGS - LONGS + 1] = time;
  }

  /** The call site of the last call. */
  void setSite(int site) {
    ints[count * INTS - INTS + 1] = site;
  }

  /** Sets the bytes that the last call sends. */
  void setSent(long bytes) {
    longs[count * LONGS - LONGS + 2] = bytes;
  }

  /** Sets the bytes that the last call receives. */
  void setReceived(long bytes) {
    longs[count * LONGS - LONGS + 3] = bytes;
  }

  /** Sets the communicator of the last call by its number in the trace, from 1. */
  void setCommunicator(int number) {
    ints[count * INTS - INTS + 3] = number;
  }

  /** Whether the last call is that of the root. */
  void setRoot(boolean root) {
    ints[count * INTS - INTS + 4] = root ? 1 : 0;
  }

  long beginning(int row) {
    return longs[row * LONGS];
  }

  long ending(int row) {
    return longs[row * LONGS + 1];
  }

  /** Bytes. */
  long sent(int row) {
    return longs[row * LONGS + 2];
  }

  /** Bytes. */
  long received(int row) {
    return longs[row * LONGS + 3];
  }

  MpiCall call(int row) {
    return CALLS[ints[row * INTS]];
  }

  int site(int row) {
    return ints[row * INTS + 1];
  }

  int line(int row) {
    return ints[row * INTS + 2];
  }

  /** Returns the communicator's number in the trace, from 1; 0 if it is not known. */
  int communicator(int row) {
    return ints[row * INTS + 3];
  }

  boolean root(int row) {
    return ints[row * INTS + 4] != 0;
  }
}
