package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;

/**
 * Matches messages and receives if several messages may match a receive. By MPI's rule, a message
 * goes to the first matching receive, and a receive gets the first matching message. Messages come
 * in the order in which the network, such as {@code Departures}, delivers them. One thread.
 */
public final class Mailboxes {
  /** The unmatched receives of each mailbox, and its delivered but unmatched messages. */
  private final SlotQueues receives;

  private final SlotQueues messages;

  /** For each mailbox, the pattern of its rank's waiting probe, or {@link MailTable#NONE}. */
  private final int[] probed;

  private final MailTable mail;
  private final RankStates ranks;
  private final Slots slots;
  private final boolean follow;
  private final ChannelNumbers channels;

  private final LastMatches lastMatches;

  /** Records the matches, for calls that follow the source of a receive, or for a search for sources that the trace lacks. */
  private SourceLog log;

  Mailboxes(LaneProgram program, RankStates ranks, Slots slots) {
    this.mail = program.mail();
    this.ranks = ranks;
    this.slots = slots;
    this.follow = program.figures().follow();
    this.channels = program.channels();
    lastMatches = new LastMatches(program.table().followed(), ranks.count());
    log = lastMatches;
    receives = new SlotQueues(slots, mail.count());
    messages = new SlotQueues(slots, mail.count());
    probed = new int[mail.count()];
    Arrays.fill(probed, MailTable.NONE);
  }

  /** Sets the log that records the matches. */
  void logTo(SourceLog sources) {
    log = sources;
  }

  /** Reports to the log that a rank begins a call that receives. */
  void begins(int rank, int event) {
    log.begins(rank, event);
  }

  /** Returns the source of the last message that a rank's receive matched; the event identifies the receive. */
  int lastMatch(int rank, int event) {
    return lastMatches.of(rank, event);
  }

  /** Removes and returns the first delivered message that matches a rank's receive, or {@link Slots#NONE}. */
  int match(int rank, int pattern) {
    int slot = firstDelivered(mail.pattern(pattern).mailbox(), pattern);
    if (slot != Slots.NONE) {
      messages.remove(mail.pattern(pattern).mailbox(), slot);
      log.asks(rank, slot);
      log.meets(slot, channels.source(slots.channel(slot)));
    }
    return slot;
  }

  void post(int rank, int pattern, int receive) {
    slots.setChannel(receive, pattern);
    receives.add(mail.pattern(pattern).mailbox(), receive);
    log.asks(rank, receive);
  }

  /** Delivers the next message to its mailbox. Returns the first matching receive, or {@link Slots#NONE}. */
  int deliver(int message) {
    int mailbox = mail.mailboxOf(slots.channel(message));
    int receive = receives.first(mailbox);
    while (receive != Slots.NONE && !matches(slots.channel(receive), message)) {
      receive = slots.next(receive);
    }
    if (receive != Slots.NONE) {
      receives.remove(mailbox, receive);
      log.meets(receive, channels.source(slots.channel(message)));
      return receive;
    }
    messages.add(mailbox, message);
    if (slots.state(message) != Slots.FLYING) {
      visible(message);
    }
    return Slots.NONE;
  }

  /** Wakes the waiting probe that a message matches, if there is one. */
  void visible(int message) {
    int mailbox = mail.mailboxOf(slots.channel(message));
    if (mailbox != MailTable.NONE
        && probed[mailbox] != MailTable.NONE
        && matches(probed[mailbox], message)) {
      probed[mailbox] = MailTable.NONE;
      ranks.waits().ready(mail.box(mailbox).rank());
    }
  }

  /**
   * Probes for a message. A probe sees an eager message at its arrival, and a rendezvous message
   * when its sender is ready. Returns false if the rank has to wait.
   */
  boolean probe(int rank, int pattern) {
    int mailbox = mail.pattern(pattern).mailbox();
    int slot = firstDelivered(mailbox, pattern);
    if (slot == Slots.NONE || slots.state(slot) == Slots.FLYING) {
      probed[mailbox] = pattern;
      return false;
    }
    ranks.clock().raise(rank, slots.since(), slot, follow);
    return true;
  }

  private int firstDelivered(int mailbox, int pattern) {
    int slot = messages.first(mailbox);
    while (slot != Slots.NONE && !matches(pattern, slot)) {
      slot = slots.next(slot);
    }
    return slot;
  }

  private boolean matches(int pattern, int message) {
    int channel = slots.channel(message);
    return mail.pattern(pattern).matches(channels.source(channel), channels.tag(channel));
  }

  /** Cancels a receive, unless a message has matched it; then returns false. */
  boolean withdraw(int receive) {
    return receives.remove(mail.pattern(slots.channel(receive)).mailbox(), receive);
  }

  /** Describes unmatched receives and messages, and the patterns of probes. */
  void describe(StateSink sink) {
    for (int mailbox = 0; mailbox < mail.count() && sink.needsMore(); mailbox++) {
      boolean idle = sink.isIdle(mail.box(mailbox).rank());
      for (int slot = receives.first(mailbox); slot != Slots.NONE; slot = slots.next(slot)) {
        sink.receive(slot, Op.patternOperand(slots.channel(slot)));
        sink.number(slots.channel(slot));
        slots.describe(slot, idle, sink);
      }
      sink.number(Slots.NONE);
      for (int slot = messages.first(mailbox); slot != Slots.NONE; slot = slots.next(slot)) {
        sink.message(slot, slots.channel(slot));
        sink.number(slots.channel(slot));
        slots.describe(slot, sink.isQuiet(slots.channel(slot)), sink);
      }
      sink.number(Slots.NONE);
      sink.number(probed[mailbox]);
    }
    lastMatches.describe(sink);
  }
}
