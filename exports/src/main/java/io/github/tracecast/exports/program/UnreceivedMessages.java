package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.MpiCall;

/** Detects traces with messages that no rank receives. */
final class UnreceivedMessages {
  private UnreceivedMessages() {}

  /**
   * Whether a message may stay unreceived: there are more sends than receives, or a receive may be
   * cancelled.
   */
  static boolean arePossible(Programs programs) {
    EventCounts counts = EventCounts.of(programs);
    return counts.sends() > counts.receives() || counts.of(MpiCall.CANCEL) > 0;
  }
}
