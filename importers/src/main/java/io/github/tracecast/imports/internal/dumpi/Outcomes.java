package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.io.IOException;

/**
 * Finds the messages that non-blocking receives with wildcards matched. The status of a receive is
 * in a later record. A second reader runs ahead of the first reader until it finds the status of
 * the next receive, so each record is read at most twice. Memory is bounded, so the match of a
 * receive that completes too late stays unknown. Not thread-safe.
 */
final class Outcomes implements AutoCloseable {
  /** The result for a match that is not known. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final long OPEN = Long.MIN_VALUE + 1;

  /** The number of matches that are kept. */
  private static final int RING = 1 << 16;

  /** The largest number of records that the second reader reads for one match. */
  private static final int FARTHEST = 1 << 20;

  private final CallReader aheadReader;
  private final long[] answers = new long[RING];

  /** For each request handle, the number of the receive with a wildcard that made the request. */
  private final Int2LongOpenHashMap waiting = new Int2LongOpenHashMap();

  private long receives;
  private long receivesFound;
  private int recordsRead;
  private boolean hasMoreRecords = true;

  Outcomes(DumpiFile file) throws IOException {
    this.aheadReader = new CallReader(file);
    waiting.defaultReturnValue(-1);
  }

  /** Whether a receive has a wildcard as source or tag. */
  static boolean hasWildcard(CallReader call) {
    return call.number(2) == DumpiHandles.ANY || call.number(3) == DumpiHandles.ANY;
  }

  /**
   * Returns the source (upper half) and tag that the next receive with a wildcard matched, or
   * {@link #UNKNOWN}.
   */
  long next() throws IOException {
    long mine = receives++;
    recordsRead = 0;
    while (hasMoreRecords
        && (receivesFound <= mine || answers[(int) (mine % RING)] == OPEN)
        && receivesFound - mine < RING
        && recordsRead++ < FARTHEST) {
      hasMoreRecords = aheadReader.next();
      if (hasMoreRecords && aheadReader.function() < DumpiCalls.count()) {
        take(DumpiCalls.of(aheadReader.function()).call);
      }
    }
    long answer = receivesFound <= mine ? UNKNOWN : answers[(int) (mine % RING)];
    return answer == OPEN ? UNKNOWN : answer;
  }

  private void take(MpiCall call) {
    switch (call) {
      case IRECV -> {
        int request = aheadReader.number(5);
        waiting.remove(request);
        if (hasWildcard(aheadReader)) {
          waiting.put(request, receivesFound);
          answers[(int) (receivesFound++ % RING)] = OPEN;
        }
      }
      case ISEND, IBSEND, ISSEND, IRSEND -> waiting.remove(aheadReader.number(5));
      case WAIT, TEST ->
        aheadReader.completed(call, (place, status) -> complete(aheadReader.number(0), status));
      default -> {
        if (call.role() == MpiCall.Role.COMPLETE) {
          aheadReader.completed(
              call, (place, status) -> complete(aheadReader.list(0)[place], status));
        }
      }
    }
  }

  private void complete(int request, int status) {
    long receive = waiting.remove(request);
    if (receive >= 0 && receivesFound - receive <= RING) {
      answers[(int) (receive % RING)] = status < aheadReader.statuses()
          ? (long) aheadReader.statusSource(status) << 32
              | aheadReader.statusTag(status) & 0xffffffffL
          : UNKNOWN;
    }
  }

  @Override
  public void close() throws IOException {
    aheadReader.close();
  }
}
