package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.DeltaSummary;
import io.github.tracecast.compress.Times;
import io.github.tracecast.trace.times.BinScale;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The times of a call, as the recorder summed them up. */
interface FoldedTimes {
  /** @param sites the handles of call paths, by their number from 1; entry 0 is for no call path */
  Times of(int[] sites);

  /** Returns the key of a bin on the {@link BinScale} from its key in a log. */
  static int magnitude(long key) {
    return key == Short.MIN_VALUE ? BinScale.ZERO : (int) key;
  }

  /**
   * Reads a summary of how many calls each execution represents: the number of executions, or 0 if
   * calls are not counted; the sum, the sum of squares, the minimum and the maximum. Returns null
   * if calls are not counted.
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
