package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.recorder.RecorderConstants;

/**
 * The minimum sizes of receive buffers, for receives whose recorded size may be too small. A
 * receive from any source or with any tag may match another message than in the recorded run, so
 * its buffer has the size of the largest such receive. If recorded receives were too small for
 * their messages, all buffers have the size of the largest message.
 */
final class ReceiveRoom {
  private final boolean truncates;
  private long wildcard;
  private long sent;

  private ReceiveRoom(boolean truncates) {
    this.truncates = truncates;
  }

  static ReceiveRoom of(Programs programs) {
    String tookMessages = RecorderConstants.text("TC_LIKE_SUCCESS");
    ReceiveRoom room = new ReceiveRoom(
        programs.trace().header().notes().stream().anyMatch(note -> note.contains(tookMessages)));
    for (int rank = 0; rank < programs.ranks(); rank++) {
      EventCounts.visitPartners(programs, rank, (call, times) -> room.add(call));
    }
    return room;
  }

  private void add(ExecutedCall call) {
    if (call.call().sends()) {
      sent = Math.max(sent, call.sendBytes());
    }
    if (call.call().receives()
        && (isAny(call, Parameter.SOURCE)
            || isAny(call, call.either(Parameter.RECEIVE_TAG, Parameter.TAG)))) {
      wildcard = Math.max(wildcard, call.receiveBytes());
    }
  }

  private static boolean isAny(ExecutedCall call, Parameter parameter) {
    return call.value(parameter, 0) == EventTable.ANY;
  }

  /**
   * Returns the minimum buffer size of a receive with a known source and tag; 0 if recorded sizes
   * are large enough.
   */
  long named() {
    return truncates ? sent : 0;
  }

  /** Returns the minimum buffer size of a receive from any source or with any tag. */
  long wildcard() {
    return Math.max(wildcard, named());
  }
}
