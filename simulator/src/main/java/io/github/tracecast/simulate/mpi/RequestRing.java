package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;

/**
 * The most recent requests of a rank. A trace names a request by its offset, 1 for the latest
 * request. The ring grows to the number of active requests, rounded up to a power of two, but never
 * beyond the size of the recorder's ring, because a trace cannot name older requests. One thread.
 */
final class RequestRing {
  /** Value at an index of the ring where there is no request. */
  static final int NONE = -1;

  private static final int MOST = 1 << 28;
  private static final int[] NO_SLOTS = {};

  private final int limit;
  private int[] slots = NO_SLOTS;
  private long written;

  /** Number of indices of the ring that hold a request. */
  private int activeRequests;

  /** @param limit size of the recorder's ring, from the trace's header */
  RequestRing(int limit) {
    this.limit = Math.min(limit, MOST);
  }

  /** Adds the newest request. Returns the request that the trace can no longer name, or {@link #NONE}. */
  int add(int request) {
    if (request == NONE && activeRequests == 0) {
      written++;
      return NONE;
    }
    if (slots.length == 0 || slots.length < limit && slots[slot(written)] != NONE) {
      grow();
    }
    return put(slot(written++), request);
  }

  /**
   * @param offset 1 for the most recent request, 2 for the request before
   * @return the request, or {@link #NONE} if it is complete
   * @throws ReplayException if the offset exceeds the number of requests that the rank has created,
   *     or the size of the ring
   */
  int get(long offset) {
    long most = Math.min(written, limit);
    if (offset < 1 || offset > most) {
      throw new CallException("found request offset " + offset + "; expected "
          + (most == 0 ? "no request" : "1 to " + most) + ", because the rank has created "
          + written + (written == 1 ? " request" : " requests")
          + ", and the request ring of the trace holds " + limit);
    }
    return offset > slots.length ? NONE : slots[slot(written - offset)];
  }

  /** Replaces a request by another request, or removes it if the other is {@link #NONE}. */
  void replace(int request, int by) {
    for (int slot = 0; slot < slots.length; slot++) {
      if (slots[slot] == request) {
        put(slot, by);
      }
    }
  }

  /** Removes the request with an offset, which must be valid as for {@link #get}. */
  void remove(long offset) {
    put(slot(written - offset), NONE);
  }

  /** Describes the active requests with their offsets, the most recent request first. */
  void describe(RequestCalls requests, int rank, boolean idle, StateSink sink) {
    int reach = (int) Math.min(written, Math.min(slots.length, limit));
    for (int offset = 1; offset <= reach; offset++) {
      int request = get(offset);
      if (request != NONE) {
        sink.number(offset);
        requests.describe(request, rank, idle, sink);
      }
    }
    sink.number(NONE);
  }

  /** Stores a request at an index of the ring, and returns the request that was there. */
  private int put(int slot, int request) {
    int before = slots[slot];
    activeRequests += (request == NONE ? 0 : 1) - (before == NONE ? 0 : 1);
    slots[slot] = request;
    return before;
  }

  /** Doubles the size of the ring, but not beyond the limit. */
  private void grow() {
    int size = Math.max(4, slots.length * 2);
    int[] larger = new int[size];
    Arrays.fill(larger, NONE);
    for (long position = Math.max(0, written - slots.length); position < written; position++) {
      larger[(int) position & (size - 1)] = slots[slot(position)];
    }
    slots = larger;
  }

  private int slot(long position) {
    return (int) position & (slots.length - 1);
  }
}
