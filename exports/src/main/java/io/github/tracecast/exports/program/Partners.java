package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.exports.program.Channels.Channel;
import io.github.tracecast.trace.text.Numbers;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks that each send has a receive, and that all members of a communicator make the same number
 * of collective calls. In a trace with unknown matches, persistent requests or probed messages, it
 * does not check messages, because a replay checks them. The run time is proportional to the number
 * of calls in the unrolled trace.
 */
final class Partners {
  private final Map<Channel, long[]> counts = new LinkedHashMap<>();
  private final Set<Channel> lost = new LinkedHashSet<>();
  private final BitSet collectives = new BitSet();
  private final BitSet messages = new BitSet();

  private Partners() {}

  static Partners of(Programs programs) {
    Partners partners = new Partners();
    boolean hidden = Channels.walk(
        programs,
        (channel, side, call) ->
            partners.counts.computeIfAbsent(channel, c -> new long[2])[side]++);
    partners.compare(hidden);
    if (!partners.lost.isEmpty()) {
      Channels.walk(programs, (channel, side, call) -> {
        if (partners.lost.contains(channel)) {
          partners.events(channel).set(call.event());
        }
      });
    }
    return partners;
  }

  private BitSet events(Channel channel) {
    return channel.isOfMessages() ? messages : collectives;
  }

  boolean isBalanced() {
    return lost.isEmpty();
  }

  /** Whether messages lack partners, but collective calls do not. */
  boolean loseMessagesOnly() {
    return collectives.isEmpty();
  }

  /** Returns the channels with calls that lack partners. */
  Set<Channel> lost() {
    return lost;
  }

  /**
   * Returns the events of collective calls that lack partners; if there are none, the events of
   * messages that lack partners.
   */
  BitSet events() {
    return collectives.isEmpty() ? messages : collectives;
  }

  /** Returns text about the first call without a partner, which ends the sentence of an error. */
  String first() {
    Channel channel = lost.stream()
        .filter(of -> of.isOfMessages() == collectives.isEmpty())
        .findFirst()
        .orElseThrow();
    long[] count = Objects.requireNonNull(counts.get(channel)); // each lost channel has counts
    if (!channel.isOfMessages()) {
      return "the members of communicator " + channel.communicator()
          + " would make different numbers of collective calls";
    }
    return "rank " + channel.source() + " would send "
        + Numbers.counted(count[Channels.SENDS], "message") + " with tag " + channel.tag()
        + " to rank " + channel.destination() + ", which would receive "
        + count[Channels.RECEIVES] + " of them";
  }

  private void compare(boolean hidden) {
    Map<Integer, Long> calls = new LinkedHashMap<>();
    Set<Integer> uneven = new LinkedHashSet<>();
    counts.forEach((channel, count) -> {
      if (channel.isOfMessages()) {
        if (count[Channels.SENDS] != count[Channels.RECEIVES] && !hidden) {
          lost.add(channel);
        }
      } else if (calls.computeIfAbsent(channel.communicator(), c -> count[Channels.SENDS])
          != count[Channels.SENDS]) {
        uneven.add(channel.communicator());
      }
    });
    counts.keySet().stream()
        .filter(channel -> !channel.isOfMessages() && uneven.contains(channel.communicator()))
        .forEach(lost::add);
  }
}
