package io.github.tracecast.predict.program;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Checks that each send has a receive, and that all members of a communicator make the same number
 * of collective calls. It does not check messages of a trace with unknown matches, persistent
 * requests or probed messages. A replay checks these. The run time depends on the calls of the
 * unrolled trace.
 */
final class Partners {
  private final EventTable table;
  private final Map<Channel, long[]> messages = new LinkedHashMap<>();
  private final Set<Channel> lost = new LinkedHashSet<>();
  private final BitSet events = new BitSet();
  private boolean hidden;

  /**
   * A channel of messages or of a communicator's collectives. For collectives, source and
   * destination are -1 and the tag is a member.
   */
  private record Channel(int communicator, int source, int destination, long tag) {}

  private Partners(Programs programs) {
    this.table = programs.table();
  }

  static Partners of(Programs programs) {
    Partners partners = new Partners(programs);
    partners.walk(programs, (channel, event) -> {});
    partners.compare();
    if (!partners.lost.isEmpty()) {
      partners.messages.clear();
      partners.walk(programs, (channel, event) -> {
        if (partners.lost.contains(channel)) {
          partners.events.set(event);
        }
      });
    }
    return partners;
  }

  boolean isBalanced() {
    return lost.isEmpty();
  }

  /** The events whose calls lack partners. */
  BitSet events() {
    return events;
  }

  /** The first call without a partner, as the end of a sentence. */
  String first() {
    Channel channel = lost.iterator().next();
    long[] counts = messages.get(channel);
    if (channel.source < 0) {
      return "the members of communicator " + channel.communicator
          + " would make different numbers of collective calls";
    }
    return "rank " + channel.source + " would send " + counts[0] + " messages to rank "
        + channel.destination + " with tag " + channel.tag + ", which would receive " + counts[1];
  }

  private void walk(Programs programs, BiConsumer<Channel, Integer> seen) {
    for (int rank = 0; rank < programs.ranks(); rank++) {
      TaskCursor cursor = programs.cursor(rank);
      while (cursor.next()) {
        MpiCall call = table.call(cursor.event());
        hidden |=
            call.role() == MpiCall.Role.START || call.receives() && call.has(CallArgument.MESSAGE);
        if (call.sends()) {
          message(cursor, Parameter.DESTINATION, Parameter.TAG, 0, seen);
        }
        if (call.receives() && table.has(cursor.event(), Parameter.SOURCE)) {
          boolean own = table.has(cursor.event(), Parameter.RECEIVE_TAG);
          message(cursor, Parameter.SOURCE, own ? Parameter.RECEIVE_TAG : Parameter.TAG, 1, seen);
        }
        if (call.isCollective()) {
          int communicator = table.communicator(cursor.event(), rank, cursor.execution());
          if (table.communicators().group(communicator) >= 0) {
            count(new Channel(communicator, -1, -1, rank), 0, cursor.event(), seen);
          }
        }
      }
    }
  }

  private void message(
      TaskCursor cursor,
      Parameter peer,
      Parameter tag,
      int side,
      BiConsumer<Channel, Integer> seen) {
    int event = cursor.event();
    long local = known(cursor, peer, Parameter.MATCHED_SOURCE);
    long tagged = table.has(event, tag) ? known(cursor, tag, Parameter.MATCHED_TAG) : 0;
    if (local == EventTable.NONE || local == EventTable.ANY || tagged == EventTable.ANY) {
      hidden |= local != EventTable.NONE;
      return;
    }
    int communicator = table.communicator(event, cursor.rank(), cursor.execution());
    int other = table.communicators().worldRank(communicator, (int) local, cursor.rank());
    Channel channel = side == 0
        ? new Channel(communicator, cursor.rank(), other, tagged)
        : new Channel(communicator, other, cursor.rank(), tagged);
    count(channel, side, event, seen);
  }

  /** A parameter's value, or the matched value of a wildcard. */
  private long known(TaskCursor cursor, Parameter parameter, Parameter matched) {
    int event = cursor.event();
    long value = table.value(event, parameter, cursor.rank(), cursor.execution());
    return value == EventTable.ANY && table.has(event, matched)
        ? table.value(event, matched, cursor.rank(), cursor.execution())
        : value;
  }

  private void count(Channel channel, int side, int event, BiConsumer<Channel, Integer> seen) {
    messages.computeIfAbsent(channel, c -> new long[2])[side]++;
    seen.accept(channel, event);
  }

  private void compare() {
    Map<Integer, Long> calls = new LinkedHashMap<>();
    Set<Integer> uneven = new LinkedHashSet<>();
    messages.forEach((channel, counts) -> {
      if (channel.source >= 0) {
        if (counts[0] != counts[1] && !hidden) {
          lost.add(channel);
        }
      } else if (calls.computeIfAbsent(channel.communicator, c -> counts[0]) != counts[0]) {
        uneven.add(channel.communicator);
      }
    });
    messages.keySet().stream()
        .filter(channel -> channel.source < 0 && uneven.contains(channel.communicator))
        .forEach(lost::add);
  }
}
