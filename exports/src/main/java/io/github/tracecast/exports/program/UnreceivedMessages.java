package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.MpiCall;

/** Messages that no rank receives in the recorded run. */
final class UnreceivedMessages {
  private UnreceivedMessages() {}

  /** Whether there may be some: there are more sends than receives, or a receive may be cancelled. */
  static boolean arePossible(Programs programs) {
    EventCounts counts = EventCounts.of(programs);
    return counts.sends() > counts.receives() || counts.of(MpiCall.CANCEL) > 0;
  }
}
