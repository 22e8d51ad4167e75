package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.CollectiveStep;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;

/**
 * Moves messages from send to arrival. {@link #send} or {@link #receive}, whichever runs second,
 * matches a message with its receive, and the two share one slot. If the network orders matches,
 * {@link #mayMeet} matches them, and message and receive may keep separate slots. An eager message
 * starts when it is sent. A rendezvous message starts at max(sent + h, receive posted) + h, where h
 * is the time of one message of the handshake.
 *
 * <p>LogGP's gap limits the rate at which a rank sends and receives. The rule for a message with
 * gap g:
 *
 * <ul>
 *   <li>A send that the rank reaches at t starts at s = max(t, nextSend). Then nextSend becomes s +
 *       g. The rank's clock becomes s + o_s, and the message leaves at that time.
 *   <li>A reception that the rank reaches at t starts at r = max(t, nextReceive). Then nextReceive
 *       becomes r + g. The rank's clock becomes r + o_r. If the machine does not charge o_r, o_r is
 *       0. A reception takes place when a wait or a test takes a message; {@link Receptions}
 *       applies this rule.
 * </ul>
 *
 * <p>Gaps of sends do not delay receptions, and gaps of receptions do not delay sends. A wait for a
 * gap is part of the call's time, and counts as waiting. Every message causes one gap on each side,
 * eager or not, over the network or through a node's memory. Handshakes, messages to or from
 * MPI_PROC_NULL, and collectives on a separate network cause no gap. A non-blocking collective
 * starts with a copy of its rank's gaps.
 *
 * <p>One thread.
 */
public final class Transport {
  private final ChannelQueues queues;
  private final Mailboxes mailboxes;
  private final RunChannels channels;
  private final Communicators communicators;

  private final RankStates ranks;
  private final Waits waits;

  /** For each rank, the number of its unmatched messages. */
  private final int[] unmet;

  private final Slots slots;
  private final MailTable mail;
  private final boolean anyMailbox;
  private final CostTable costs;

  private final Network network;

  /** One row: a copy of the time of the receive's post, because {@link #pay} overwrites the time in the receive's slot. */
  private final LaneTimes postedBefore;

  /** Whether the network orders the matches of all messages, not only of messages to mailboxes. */
  private final boolean allMeetInOrder;

  Transport(
      LaneProgram program,
      RankStates ranks,
      Slots slots,
      RunChannels channels,
      Mailboxes mailboxes,
      Network network) {
    this.mailboxes = mailboxes;
    this.channels = channels;
    this.queues = new ChannelQueues(program, ranks, slots, channels);
    this.communicators = program.table().communicators();
    this.network = network;
    this.allMeetInOrder = network.ordersAllMatches();
    this.ranks = ranks;
    this.waits = ranks.waits();
    this.unmet = new int[ranks.count()];
    this.slots = slots;
    this.mail = program.mail();
    this.anyMailbox = mail.count() > 0;
    this.costs = program.costs();
    this.postedBefore = new LaneTimes(1, program.lanes());
  }

  /** Charges a rank or strand the send overhead, after the gap since its last send. The message's slot gets the time after the overhead. */
  private void pay(int row, int cost, int slot) {
    if (ranks.hasGaps()) {
      ranks.waitForPort(row, ranks.nextSend(), costs, cost);
    }
    if (ranks.lanes() > 1) {
      ranks.clock().addAlong(row, costs.sendOverhead, cost, ranks.overhead(), slots.since(), slot);
      return;
    }
    ranks.work(row, costs.sendOverhead, cost);
    slots.since().put(slot, ranks.clock(), row);
  }

  /** Sends the message of a step, after {@code done} iterations of its loop. Returns the slot. */
  int sendStep(int rank, int local, CollectiveStep step, int done, int protocol) {
    int to = communicators.worldRank(step.communicator(), step.partner(local, done), rank);
    int cost = costs.row(0, rank, to, step.bytes()); // event 0, because all events have these costs
    int channel = queues.channelOf(rank, to, step);
    int slot = send(rank, channel, cost, protocol);
    channels.release(channel);
    return slot;
  }

  /** Sends a message with a protocol such as {@link Op#EAGER}. Returns its slot. */
  int send(int row, int channel, int cost, int protocol) {
    boolean eager = protocol == Op.EAGER || protocol == Op.WATCHED;
    int users = protocol == Op.RENDEZVOUS ? 2 : 1;
    boolean ordered = allMeetInOrder || leadsToMailbox(channel);
    int receive = ordered ? Slots.NONE : queues.match(queues.collectiveOf(row), channel, true);
    boolean met = receive != Slots.NONE;
    int slot = met ? receive : slots.create(eager ? Slots.FLYING : Slots.OFFERED, users);
    if (met) {
      slots.addUsers(slot, users - 1);
      postedBefore.put(0, slots.since(), slot);
    } else {
      enqueue(row, channel, slot, ordered);
    }
    slots.setCost(slot, cost);
    network.created(slot, channel);
    pay(row, cost, slot);
    if (eager && !allMeetInOrder) {
      slots.setState(slot, Slots.FLYING);
      network.starts(slot);
    } else if (met) {
      startAfterHandshake(slot, postedBefore, 0);
    }
    if (ordered) {
      network.order(slot);
    }
    return slot;
  }

  /** Adds a message to the queue of unmatched messages. */
  private void enqueue(int row, int channel, int slot, boolean ordered) {
    unmet[channels.source(channel)]++; // the source is the rank to which a strand belongs
    if (ordered) {
      slots.setChannel(slot, channel);
    } else {
      queues.add(channel, slot);
    }
    queues.setCollective(row, channel, slot);
  }

  boolean leadsToMailbox(int channel) {
    return anyMailbox && mail.mailboxOf(channel) != MailTable.NONE;
  }

  /** Posts the receive of a {@link CollectiveStep}, or matches a message that was sent before. Returns the slot. */
  int receiveStep(int rank, int local, CollectiveStep step, int done) {
    int from = communicators.worldRank(step.communicator(), step.partner(local, done), rank);
    int channel = queues.channelOf(from, rank, step);
    int slot = receive(rank, channel);
    channels.release(channel);
    return slot;
  }

  /** Matches a message with a receive in another slot, or queues it. Called in the network's order. */
  void mayMeet(int message, int channel) {
    boolean mailed = leadsToMailbox(channel);
    int receive =
        mailed ? mailboxes.deliver(message) : queues.match(slots.number(message), channel, true);
    if (receive != Slots.NONE) {
      noteMet(channel);
      network.met(message, receive);
      if (slots.state(message) == Slots.OFFERED) {
        startAfterHandshake(message, slots.since(), receive);
      }
      if (slots.state(message) == Slots.ARRIVED) { // a network without time delivers immediately
        copyToReceive(message, receive);
        slots.release(message);
      }
    } else if (!mailed) {
      queues.add(channel, message);
    }
  }

  /** Handles the arrival of a message's data, and its matched receive if it has another slot. */
  void arrived(int message, int receive) {
    if (receive != Slots.NONE) {
      copyToReceive(message, receive);
    }
    ended(message);
    if (receive != Slots.NONE) {
      slots.release(message);
    }
  }

  /** Copies an arrived message to the slot of its receive, and ends the receive. */
  private void copyToReceive(int message, int receive) {
    slots.setCost(receive, slots.cost(message));
    slots.since().put(receive, slots.since(), message);
    ended(receive);
  }

  /** Posts a receive on a channel or with a pattern, or matches a message. Returns the slot. */
  int receive(int row, int channel) {
    boolean choice = channel < 0;
    int slot = choice
        ? mailboxes.match(row, Op.patternOperand(channel))
        : queues.match(queues.collectiveOf(row), channel, false);
    if (slot != Slots.NONE) {
      noteMet(choice ? slots.channel(slot) : channel);
      network.posted(slot, ranks.clock().first(row));
      if (slots.state(slot) == Slots.OFFERED) {
        startAfterHandshake(slot, ranks.clock(), row);
      }
      return slot;
    }
    slot = slots.create(Slots.POSTED, 1);
    slots.since().put(slot, ranks.clock(), row);
    network.posted(slot, ranks.clock().first(row));
    if (choice) {
      mailboxes.post(row, Op.patternOperand(channel), slot);
    } else {
      queues.add(channel, slot);
      queues.setCollective(row, channel, slot);
    }
    return slot;
  }

  /** Cancels a receive, unless a message has matched it; then returns false. */
  boolean withdraw(int receive) {
    return queues.withdraw(receive) || anyMailbox && mailboxes.withdraw(receive);
  }

  /** The unmatched messages and receives. */
  ChannelQueues queues() {
    return queues;
  }

  /** Number of a rank's unmatched messages. */
  int unmet(int rank) {
    return unmet[rank];
  }

  /** Counts the match of a message on a channel. */
  private void noteMet(int channel) {
    int source = channels.source(channel);
    unmet[source]--;
    if (leadsToMailbox(channel)) {
      network.metInMailbox(source);
    }
  }

  /**
   * Starts the data of a matched rendezvous message, after its handshake. The request to send
   * leaves at the time in the slot. The clear to send leaves when the request to send has arrived
   * and the receive is posted.
   */
  private void startAfterHandshake(int slot, LaneTimes posted, int postedRow) {
    LaneTimes since = slots.since();
    int cost = slots.cost(slot);
    since.add(slot, costs.handshake, cost);
    since.raise(slot, posted, postedRow, costs.follow());
    since.add(slot, costs.handshake, cost);
    if (!Picos.isMeasurable(since.first(slot))) {
      throw Picos.tooLong(MessageCosts.HANDSHAKE);
    }
    slots.setState(slot, Slots.FLYING);
    network.offers(slot);
  }

  /** Ends the requests of a slot, after their end time has become known. This time may be ahead of the clocks. */
  private void ended(int slot) {
    slots.setState(slot, Slots.ARRIVED);
    int receiver = slots.waitingReceiver(slot);
    int sender = slots.waitingSender(slot);
    if (receiver != Slots.NONE) {
      reportEnd(slot, receiver);
    }
    if (sender != Slots.NONE) {
      reportEnd(slot, sender);
    }
  }

  /** Reports a request's end to the rank or strand that waits for it, or frees a slot without a waiter. */
  private void reportEnd(int slot, int row) {
    if (row == Slots.ORPHAN) {
      slots.release(slot);
    } else {
      waits.ended(row);
    }
  }
}
