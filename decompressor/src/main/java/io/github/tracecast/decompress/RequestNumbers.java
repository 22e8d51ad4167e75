package io.github.tracecast.decompress;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;

/**
 * Numbers the requests of one rank from 1 in the order of their creation. A trace refers to a
 * request by the number of requests created after it. Memory: eight bytes per persistent request.
 * Not thread-safe.
 */
public final class RequestNumbers {
  private long made;
  private long[] persistent = new long[0];
  private int persistents;

  /** Notes a call. The caller notes each call before it asks for the call's requests. */
  public void called(MpiCall call) {
    if (call.makesRequest()) {
      made++;
      if (call.makesPersistentRequest()) {
        if (persistents == persistent.length) {
          persistent = Arrays.copyOf(persistent, Math.max(8, 2 * persistents));
        }
        persistent[persistents++] = made;
      }
    }
  }

  /** Returns the number of the most recent request, which equals the number of requests made so far. */
  public long last() {
    return made;
  }

  /**
   * Returns the number of a request; below 1 if it was never made.
   *
   * @param offset an offset of {@link EventTable}
   */
  public long number(long offset) {
    if (offset <= EventTable.PERSISTENT) {
      return made - offset + 1;
    }
    long at = persistents - (offset - EventTable.PERSISTENT);
    return at < 0 ? at : persistent[(int) at];
  }

  /** Returns the number of a call's request; 0 for none. */
  public long number(ExecutedCall call, int index) {
    long offset = call.request(index);
    return offset == EventTable.NONE ? 0 : number(offset);
  }
}
