package io.github.tracecast.predict.program;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/**
 * The channels of a trace: sender, receiver, tag and communicator of its messages. The run time
 * depends on the calls of the unrolled trace.
 */
final class Channels {
  static final int SENDS = 0;
  static final int RECEIVES = 1;

  private final EventTable table;
  private final Seen seen;
  private boolean hidden;

  /**
   * A channel of messages or of a communicator's collectives. For collectives, source and
   * destination are -1 and the tag is a member. Ranks are world ranks.
   */
  record Channel(int communicator, int source, int destination, long tag) {
    boolean isOfMessages() {
      return source >= 0;
    }
  }

  /** Receives each call on a channel, in the order of each rank's program. */
  @FunctionalInterface
  interface Seen {
    /**
     * @param side {@link #SENDS} or {@link #RECEIVES}; {@link #SENDS} for collectives
     * @param cursor at the call
     */
    void call(Channel channel, int side, TaskCursor cursor);
  }

  private Channels(EventTable table, Seen seen) {
    this.table = table;
    this.seen = seen;
  }

  /**
   * Walks all ranks.
   *
   * @return whether the channel of some messages is unknown, because of unknown matches, persistent
   *     requests or probes
   */
  static boolean walk(Programs programs, Seen seen) {
    Channels channels = new Channels(programs.table(), seen);
    for (int rank = 0; rank < programs.ranks(); rank++) {
      TaskCursor cursor = programs.cursor(rank);
      while (cursor.next()) {
        channels.call(cursor);
      }
    }
    return channels.hidden;
  }

  private void call(TaskCursor cursor) {
    int event = cursor.event();
    MpiCall call = table.call(event);
    hidden |=
        call.role() == MpiCall.Role.START || call.receives() && call.has(CallArgument.MESSAGE);
    if (call.sends()) {
      message(cursor, Parameter.DESTINATION, Parameter.TAG, SENDS);
    }
    if (call.receives() && table.has(event, Parameter.SOURCE)) {
      boolean own = table.has(event, Parameter.RECEIVE_TAG);
      message(cursor, Parameter.SOURCE, own ? Parameter.RECEIVE_TAG : Parameter.TAG, RECEIVES);
    }
    if (call.isCollective()) {
      int communicator = table.communicator(event, cursor.rank(), cursor.execution());
      if (table.communicators().group(communicator) >= 0) {
        seen.call(new Channel(communicator, -1, -1, cursor.rank()), SENDS, cursor);
      }
    }
  }

  private void message(TaskCursor cursor, Parameter peer, Parameter tag, int side) {
    int event = cursor.event();
    long local = known(cursor, peer, Parameter.MATCHED_SOURCE);
    long tagged = table.has(event, tag) ? known(cursor, tag, Parameter.MATCHED_TAG) : 0;
    if (local == EventTable.NONE || local == EventTable.ANY || tagged == EventTable.ANY) {
      hidden |= local != EventTable.NONE;
      return;
    }
    int communicator = table.communicator(event, cursor.rank(), cursor.execution());
    int other = table.communicators().worldRank(communicator, (int) local, cursor.rank());
    Channel channel = side == SENDS
        ? new Channel(communicator, cursor.rank(), other, tagged)
        : new Channel(communicator, other, cursor.rank(), tagged);
    seen.call(channel, side, cursor);
  }

  /** A parameter's value, or the matched value of a wildcard. */
  private long known(TaskCursor cursor, Parameter parameter, Parameter matched) {
    int event = cursor.event();
    long value = table.value(event, parameter, cursor.rank(), cursor.execution());
    return value == EventTable.ANY && table.has(event, matched)
        ? table.value(event, matched, cursor.rank(), cursor.execution())
        : value;
  }
}
