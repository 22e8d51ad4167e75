package io.github.tracecast.predict.program;

import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;

/** Messages that no rank receives in the recorded run. */
final class UnreceivedMessages {
  private UnreceivedMessages() {}

  /** Whether there may be some: there are more sends than receives, or a receive may be cancelled. */
  static boolean arePossible(Trace trace) {
    var counts = PreparedTrace.of("program", trace).counts();
    return counts.sends() > counts.receives() || counts.of(MpiCall.CANCEL) > 0;
  }
}
