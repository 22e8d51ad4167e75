package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * One rank's most recent requests: a trace names a request by how many were made since. Holds as many
 * as are alive, rounded up to a power of two, never more than the trace's own ring did; what is older
 * than that can no longer be named. One thread.
 */
public final class RequestRing {
  private static final int MOST = 1 << 28;

  private final int limit;
  private int[] slots = new int[0];
  private long written;

  /** How many of the slots hold a request. */
  private int held;

  /**
   * @param limit size of the recorder's ring, from the trace's header
   */
  public RequestRing(int limit) {
    this.limit = Math.min(limit, MOST);
  }

  /** The request that the next one pushes out of reach, or {@link Requests#NONE}; to be cleared first. */
  public int displaced() {
    return slots.length < limit ? Requests.NONE : slots[slot(written)];
  }

  /** Adds the newest request; returns its position, for {@link #clear}. */
  public int add(int request) {
    if (slots.length == 0 || slots[slot(written)] != Requests.NONE) {
      grow();
    }
    slots[slot(written)] = request;
    held += request == Requests.NONE ? 0 : 1;
    return (int) (written++ & Integer.MAX_VALUE);
  }

  /** Whether no request can be named any more. */
  public boolean isEmpty() {
    return held == 0;
  }

  /** Adds requests that are over already to a ring that {@link #isEmpty is empty}. */
  public void pass(int count) {
    written += count;
  }

  /**
   * @param offset 1 for the most recent request, 2 for the one before
   * @return the request, or {@link Requests#NONE} if it is over already
   * @throws ReplayException if so many requests have not been made
   */
  public int get(long offset) {
    if (offset < 1 || offset > Math.min(written, limit)) {
      throw new ReplayException("found request offset " + offset + "; expected 1 to "
          + Math.min(written, limit) + ": the rank has created " + written
          + " requests, and the request ring of the trace holds " + limit);
    }
    return offset > slots.length ? Requests.NONE : slots[slot(written - offset)];
  }

  /** The request at a position is over. */
  public void clear(int position) {
    forgetSlot(slot(position));
  }

  /** How far back there may be requests that are not over. */
  public int reach() {
    return (int) Math.min(written, Math.min(slots.length, limit));
  }

  /** Forgets a request that {@link #get} would find. */
  public void forget(long offset) {
    forgetSlot(slot(written - offset));
  }

  /** The request that {@link #displaced} tells is over. */
  public void clearDisplaced() {
    forgetSlot(slot(written));
  }

  private void forgetSlot(int slot) {
    held -= slots[slot] == Requests.NONE ? 0 : 1;
    slots[slot] = Requests.NONE;
  }

  /** Writes down which requests can be named, and how. */
  void describe(StateWriter state) {
    state.put(slots.length);
    for (long offset = 1, most = Math.min(written, slots.length); offset <= most; offset++) {
      int request = slots[slot(written - offset)];
      if (request != Requests.NONE) {
        state.put(offset);
        state.request(request);
      }
    }
    state.put(StateWriter.NONE);
  }

  /** Doubles, below the limit; positions of the last {@code slots.length} requests stay valid. */
  private void grow() {
    int size = Math.max(4, slots.length * 2);
    int[] larger = new int[size];
    Arrays.fill(larger, Requests.NONE);
    for (long position = Math.max(0, written - slots.length); position < written; position++) {
      larger[(int) position & (size - 1)] = slots[slot(position)];
    }
    slots = larger;
  }

  private int slot(long position) {
    return (int) position & (slots.length - 1);
  }
}
