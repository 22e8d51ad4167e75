package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.exports.program.Channels.Channel;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ensures that each send of a shortened trace has a receive and vice versa, as Subhlok and Xu do
 * (Automatic Construction of Coordinated Performance Skeletons, 2008). On each channel, calls that
 * were partners in the whole run stay partners. The sends and receives between such partners are
 * paired in order. If their sizes differ, both take the median size of the channel's sends. The
 * remaining calls have no partner and are dropped.
 */
final class MessageBalance {
  private final Trace cut;
  private final Programs programs;
  private final CallEdits edits;
  private final Tally tally;

  private record Call(ExecutedCall at, long bytes) {
    int event() {
      return at.event();
    }
  }

  /**
   * The calls on a channel: the pairs of events that are partners in the whole run, and the calls
   * of the shortened run.
   */
  private record Meeting(Set<Long> partners, List<Call> sends, List<Call> receives) {
    boolean arePartners(int send, int receive) {
      return partners.contains(
          pair(sends.get(send).event(), receives.get(receive).event()));
    }

    static long pair(int send, int receive) {
      return (long) send << 32 | receive;
    }
  }

  private MessageBalance(Trace cut) {
    this.cut = cut;
    this.programs = Programs.of(cut);
    this.edits = new CallEdits(programs);
    this.tally = new Tally(cut);
  }

  /**
   * Balances the messages of channels.
   *
   * @param whole the trace that was shortened
   * @param cut the shortened trace, with the same events
   * @param channels the channels with calls that lack partners
   */
  static Skeleton of(Trace whole, Trace cut, Set<Channel> channels) {
    MessageBalance balance = new MessageBalance(cut);
    Map<Channel, List<Call>[]> before = calls(Programs.of(whole), channels);
    Map<Channel, List<Call>[]> now = calls(balance.programs, channels);
    now.forEach((channel, sides) -> balance.align(
        new Meeting(pairs(before.getOrDefault(channel, sides())), sides[0], sides[1])));
    return new Skeleton(
        cut.with(balance.edits.applied(cut.events()), cut.header()), balance.tally.notes());
  }

  private static Map<Channel, List<Call>[]> calls(Programs programs, Set<Channel> channels) {
    Map<Channel, List<Call>[]> calls = new HashMap<>();
    Channels.walk(programs, (channel, side, call) -> {
      if (channels.contains(channel)) {
        long bytes = side == Channels.SENDS ? call.sendBytes() : call.receiveBytes();
        calls.computeIfAbsent(channel, c -> sides())[side].add(new Call(call, bytes));
      }
    });
    return calls;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static List<Call>[] sides() {
    return new List[] {new ArrayList<>(), new ArrayList<>()};
  }

  /** Returns the pairs of events that have partners among their calls in the whole run. */
  private static Set<Long> pairs(List<Call>[] sides) {
    Set<Long> pairs = new HashSet<>();
    for (int i = 0; i < Math.min(sides[0].size(), sides[1].size()); i++) {
      pairs.add(Meeting.pair(sides[0].get(i).event(), sides[1].get(i).event()));
    }
    return pairs;
  }

  private void align(Meeting meeting) {
    int[] paired = Pairing.of(meeting.sends.size(), meeting.receives.size(), meeting::arePartners);
    BitSet received = new BitSet();
    for (int send = 0; send < paired.length; send++) {
      int receive = paired[send];
      if (receive == Pairing.NONE) {
        drop(meeting.sends.get(send), Parameter.DESTINATION);
      } else {
        received.set(receive);
        if (!meeting.arePartners(send, receive)) {
          balance(meeting, meeting.sends.get(send), meeting.receives.get(receive));
        }
      }
    }
    for (int receive = 0; receive < meeting.receives.size(); receive++) {
      if (!received.get(receive)) {
        drop(meeting.receives.get(receive), Parameter.SOURCE);
      }
    }
  }

  private void drop(Call call, Parameter peer) {
    tally.dropped(cut.events().get(call.event()));
    edits.set(call.event(), peer, call.at.rank(), call.at.execution(), Term.NONE);
  }

  private void balance(Meeting meeting, Call send, Call receive) {
    if (send.bytes == receive.bytes) {
      return;
    }
    long median = median(meeting.sends);
    long sendUnit = send.at.bytesOf(Parameter.DATATYPE);
    long receiveUnit =
        receive.at.bytesOf(receive.at.either(Parameter.RECEIVE_DATATYPE, Parameter.DATATYPE));
    resize(send, Parameter.COUNT, sendUnit == 0 ? 0 : median / sendUnit);
    resize(
        receive,
        receive.at.either(Parameter.RECEIVE_COUNT, Parameter.COUNT),
        receiveUnit == 0 ? 0 : (median + receiveUnit - 1) / receiveUnit);
  }

  private void resize(Call call, Parameter count, long elements) {
    if (call.at.has(count)) {
      tally.resized(cut.events().get(call.event()));
      edits.set(call.event(), count, call.at.rank(), call.at.execution(), Term.constant(elements));
    }
  }

  private static long median(List<Call> calls) {
    long[] sizes = calls.stream().mapToLong(Call::bytes).sorted().toArray();
    return sizes[(sizes.length - 1) / 2];
  }
}
