package io.github.tracecast.trace.calls;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;

/**
 * Numbers the requests of one rank from 1 in the order of their creation. A trace refers to a
 * request by its offset, which is its distance back: 1 is the most recent request. Persistent
 * requests have separate offsets, because a loop that restarts them may make other requests, too.
 * Memory is eight bytes for each persistent request that an offset may still reach. Not
 * thread-safe.
 */
public final class RequestNumbers {
  /**
   * This value plus n (1 to 2^31 - 1) is the offset of the n-th most recent persistent request. No
   * argument of a call has such numbers, and other offsets are at least 1.
   */
  public static final long PERSISTENT = Long.MIN_VALUE + 1;

  private final int reach;
  private long made;

  /** The numbers of the persistent requests that offsets may still reach, ascending. */
  private long[] persistent = new long[0];

  private int persistents;

  /** Creates an instance that keeps the numbers of all persistent requests. */
  public RequestNumbers() {
    this(Integer.MAX_VALUE);
  }

  /** @param reach the largest offset among persistent requests that will be needed */
  public RequestNumbers(int reach) {
    this.reach = reach;
  }

  /**
   * Counts the request that a call of the rank makes, if any. The caller must pass each call before
   * it asks for the requests of the call.
   */
  public void called(MpiCall call) {
    if (call.makesRequest()) {
      made++;
      if (call.makesPersistentRequest()) {
        addPersistent();
      }
    }
  }

  private void addPersistent() {
    if (persistents == persistent.length) {
      int dropped = Math.max(0, persistents - reach);
      persistents -= dropped;
      long[] kept = new long[Math.max(8, 2 * persistents)];
      System.arraycopy(persistent, dropped, kept, 0, persistents);
      persistent = kept;
    }
    persistent[persistents++] = made;
  }

  /** Returns the number of the most recent request, which equals the number of requests made so far. */
  public long last() {
    return made;
  }

  /** Returns the number of persistent requests that offsets may still reach. */
  public int persistents() {
    return persistents;
  }

  /** Whether an offset counts only persistent requests. */
  public static boolean isPersistent(long offset) {
    return offset > PERSISTENT && offset <= PERSISTENT + Integer.MAX_VALUE;
  }

  /** Returns the number of the request at an offset; below 1 if it was never made. */
  public long number(long offset) {
    if (!isPersistent(offset)) {
      return made - offset + 1;
    }
    long at = persistents - (offset - PERSISTENT);
    return at < 0 ? at : persistent[(int) at];
  }

  /** Returns the offset of the request with this number. */
  public long offset(long number) {
    int at = persistents == 0 ? -1 : Arrays.binarySearch(persistent, 0, persistents, number);
    return at < 0 ? made - number + 1 : PERSISTENT + persistents - at;
  }
}
