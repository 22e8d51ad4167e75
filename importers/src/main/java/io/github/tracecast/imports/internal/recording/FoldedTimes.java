package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.compress.Times;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The times of a call, summed up by the recorder. */
interface FoldedTimes {
  /** @param sites handles of call paths by number from 1; entry 0 means none */
  Times of(int[] sites);

  /**
   * Reads how many calls each execution stands for: the number of executions, or 0 if calls are not
   * counted; the sum, the sum of squares, the minimum and the maximum. Returns null if calls are
   * not counted.
   */
  static @Nullable DeltaSummary readCalls(LogBytes log) throws IOException {
    long executions = log.amount("executions:", Long.MAX_VALUE);
    if (executions == 0) {
      return null;
    }
    long sum = log.amount("calls:", Long.MAX_VALUE);
    double squares = log.real();
    long least = log.amount("calls:", Long.MAX_VALUE);
    long most = log.amount("calls:", Long.MAX_VALUE);
    if (least < 1 || most < least) {
      throw log.fault(least + " to " + most + " calls", "at least 1, in ascending order");
    }
    return new DeltaSummary(executions, sum, squares, least, most);
  }
}
