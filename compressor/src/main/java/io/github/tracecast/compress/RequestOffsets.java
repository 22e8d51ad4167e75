package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;

/**
 * The offsets back to a task's requests. Persistent requests are counted separately, because a loop
 * that restarts them may make other requests too. Memory: eight bytes for each persistent request
 * within reach. Not thread-safe.
 */
final class RequestOffsets {
  private long made;

  /** Numbers of the persistent ones, ascending. */
  private long[] persistent = new long[0];

  private int persistents;

  void called(MpiCall call, int ring) {
    if (call.makesRequest()) {
      made++;
      if (call.makesPersistentRequest()) {
        keep(ring);
      }
    }
  }

  private void keep(int ring) {
    if (persistents == persistent.length) {
      int dropped = persistents > ring ? persistents - ring : 0;
      long[] kept = new long[Math.max(8, 2 * (persistents - dropped))];
      persistents -= dropped;
      System.arraycopy(persistent, dropped, kept, 0, persistents);
      persistent = kept;
    }
    persistent[persistents++] = made;
  }

  /** Requests so far. */
  long made() {
    return made;
  }

  /**
   * Returns 1 for the most recent persistent request and so on; 0 for a request that is not
   * persistent.
   *
   * @param number number of the request, from 1 in the order of creation
   */
  int amongPersistent(long number) {
    int at = persistents == 0 ? -1 : Arrays.binarySearch(persistent, 0, persistents, number);
    return at < 0 ? 0 : persistents - at;
  }

  /** Returns 1 for the most recent request and so on. */
  long amongAll(long number) {
    return made - number + 1;
  }
}
