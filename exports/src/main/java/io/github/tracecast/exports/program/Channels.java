package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/**
 * The channels of a trace. A channel is the sender, receiver, tag and communicator of messages. The
 * run time is proportional to the number of calls in the unrolled trace.
 */
final class Channels {
  static final int SENDS = 0;
  static final int RECEIVES = 1;

  private final Seen seen;
  private boolean hidden;

  /**
   * A channel of messages or of a communicator's collectives. For collectives, source and
   * destination are -1, and the tag is the world rank of a member. Ranks are world ranks.
   */
  record Channel(int communicator, int source, int destination, long tag) {
    boolean isOfMessages() {
      return source >= 0;
    }
  }

  /** A consumer of the calls on channels, in the order of each rank's program. */
  @FunctionalInterface
  interface Seen {
    /** @param side {@link #SENDS} or {@link #RECEIVES}; {@link #SENDS} for collectives */
    void call(Channel channel, int side, ExecutedCall call);
  }

  private Channels(Seen seen) {
    this.seen = seen;
  }

  /**
   * Passes the calls of all ranks to {@code seen}.
   *
   * @return whether the channel of some messages is unknown, because of unknown matches, persistent
   *     requests or probes
   */
  static boolean walk(Programs programs, Seen seen) {
    Channels channels = new Channels(seen);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      TaskCursor cursor = programs.cursor(rank);
      while (cursor.next()) {
        channels.call(programs.table().at(cursor));
      }
    }
    return channels.hidden;
  }

  private void call(ExecutedCall executed) {
    MpiCall call = executed.call();
    hidden |=
        call.role() == MpiCall.Role.START || call.receives() && call.has(CallArgument.MESSAGE);
    if (call.sends()) {
      message(executed, Parameter.DESTINATION, Parameter.TAG, SENDS);
    }
    if (call.receives() && executed.has(Parameter.SOURCE)) {
      Parameter tag = executed.either(Parameter.RECEIVE_TAG, Parameter.TAG);
      message(executed, Parameter.SOURCE, tag, RECEIVES);
    }
    if (call.isCollective()) {
      int communicator = executed.communicator();
      if (executed.table().communicators().group(communicator) >= 0) {
        seen.call(new Channel(communicator, -1, -1, executed.rank()), SENDS, executed);
      }
    }
  }

  private void message(ExecutedCall call, Parameter peer, Parameter tag, int side) {
    int other = call.partner(known(call, peer, Parameter.MATCHED_SOURCE));
    int tagged = call.value(known(call, tag, Parameter.MATCHED_TAG), 0);
    if (other < 0 || tagged == EventTable.ANY) {
      hidden |= other != EventTable.NONE;
      return;
    }
    Channel channel = side == SENDS
        ? new Channel(call.communicator(), call.rank(), other, tagged)
        : new Channel(call.communicator(), other, call.rank(), tagged);
    seen.call(channel, side, call);
  }

  /**
   * Returns the parameter to read: {@code matched} if {@code parameter} is a wildcard, otherwise
   * {@code parameter}.
   */
  private static Parameter known(ExecutedCall call, Parameter parameter, Parameter matched) {
    return call.value(parameter, 0) == EventTable.ANY && call.has(matched) ? matched : parameter;
  }
}
