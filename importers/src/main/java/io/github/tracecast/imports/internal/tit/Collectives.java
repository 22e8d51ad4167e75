package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.TraceException;
import java.util.Arrays;

/** Holds that all ranks execute the same collectives in the same order: whoever comes to one first says what it is. One thread. */
final class Collectives {
  private static final MpiCall[] CALLS = MpiCall.values();

  private final long[] executed;
  private short[] calls = new short[64];
  private long count;
  private int firstRank = -1;

  Collectives(int ranks) {
    executed = new long[ranks];
  }

  void execute(int rank, MpiCall call, Line line) {
    long index = executed[rank]++;
    if (index == count) {
      if (count == calls.length) {
        calls = Arrays.copyOf(calls, 2 * calls.length);
      }
      calls[(int) count++] = (short) call.ordinal();
      firstRank = rank;
    } else if (calls[(int) index] != call.ordinal()) {
      throw line.fault(
          call.mpiName() + " as collective " + index + " of rank " + rank,
          CALLS[calls[(int) index]].mpiName() + ", as other ranks have it: all must agree");
    }
  }

  /** @throws TraceException where a rank has executed fewer than another */
  void finish(String file) {
    for (int rank = 0; rank < executed.length; rank++) {
      if (executed[rank] < count) {
        throw TraceException.at(
            file,
            executed[rank] + " collectives of rank " + rank,
            count + ", as rank " + firstRank + " has: all must agree, or the file was cut");
      }
    }
  }
}
