package io.github.tracecast.predict.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;

/**
 * The largest receive from any source or with any tag. Such a receive may get another message than
 * in the recorded run, so each has room for the largest.
 */
final class WildcardBytes {
  private long most;

  private WildcardBytes() {}

  static long of(Trace trace) {
    WildcardBytes wildcards = new WildcardBytes();
    Programs programs = Programs.of(trace);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      EventCounts.visitPartners(programs, rank, (call, times) -> wildcards.add(call));
    }
    return wildcards.most;
  }

  private void add(ExecutedCall call) {
    if (call.call().receives()
        && (isAny(call, Parameter.SOURCE)
            || isAny(call, call.either(Parameter.RECEIVE_TAG, Parameter.TAG)))) {
      most = Math.max(most, call.receiveBytes());
    }
  }

  private static boolean isAny(ExecutedCall call, Parameter parameter) {
    return call.value(parameter, 0) == EventTable.ANY;
  }
}
