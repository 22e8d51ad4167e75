package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.recorder.RecorderConstants;

/**
 * The room that receives need beyond their recorded size. A receive from any source or with any tag
 * may get another message than in the recorded run, so each has room for the largest. If receives
 * of the run were too small for their messages, all have room for the largest message.
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

  /** The least bytes of a receive with a known source and tag; 0 if its own size is enough. */
  long named() {
    return truncates ? sent : 0;
  }

  /** The least bytes of another receive. */
  long wildcard() {
    return Math.max(wildcard, named());
  }
}
