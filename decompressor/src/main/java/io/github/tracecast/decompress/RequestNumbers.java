package io.github.tracecast.decompress;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;

/**
 * The numbers of one rank's requests, from 1 in the order in which they are made: a trace names them by how many were made since.
 * Takes eight bytes for each persistent one. One thread.
 */
public final class RequestNumbers {
  private long made;
  private long[] persistent = new long[0];
  private int persistents;

  /** To be told of each call before its requests are asked for. */
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

  /** The most recent one's, which is how many were made so far. */
  public long last() {
    return made;
  }

  /**
   * The number of a request; below 1 for one that was never made.
   *
   * @param offset as {@link EventTable} tells it
   */
  public long number(long offset) {
    if (offset <= EventTable.PERSISTENT) {
      return made - offset + 1;
    }
    long at = persistents - (offset - EventTable.PERSISTENT);
    return at < 0 ? at : persistent[(int) at];
  }
}
