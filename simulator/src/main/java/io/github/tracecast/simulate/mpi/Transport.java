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
 * matches a message with its receive, in one slot. Where the network orders the match, {@link
 * #mayMeet} does so, and the two may keep a slot each. An eager message starts when it is sent. A
 * rendezvous message starts at max(sent + h, receive posted) + h, where h is one way of the
 * handshake.
 *
 * <p>LogGP's gap limits how fast one rank sends and receives. The rule for a message with gap g:
 *
 * <ul>
 *   <li>A send that the rank reaches at t starts at s = max(t, nextSend). Then nextSend becomes s +
 *       g. The rank's clock becomes s + o_s, and the message leaves at that time.
 *   <li>A reception that the rank reaches at t starts at r = max(t, nextReceive). Then nextReceive
 *       becomes r + g. The rank's clock becomes r + o_r. If the platform does not charge o_r, it is
 *       0. A reception takes place when a wait or a test takes a message; {@link Receptions} applies
 *       this rule.
 * </ul>
 *
 * <p>Gaps of sends do not delay receptions, nor the reverse. A wait for a gap is part of the call's
 * time, and counts as waiting. Every message counts once, eager or not, over the network or through
 * a node's memory. Handshakes, messages to or from no process, and collectives on the separate
 * network do not count. A non-blocking collective uses a copy of its rank's gaps at its start.
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

  /** By rank: number of its messages that have not met a receive. */
  private final int[] unmet;

  private final Slots slots;
  private final MailTable mail;
  private final boolean anyMailbox;
  private final CostTable costs;

  private final Network network;

  /** One row: the post time in a slot that a message takes over; {@link #pay} overwrites it. */
  private final LaneTimes postedBefore;

  /** Whether all messages meet their receives in the order of the network. */
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

  /**
   * Charges a row for a message, after the gap since its last send. The message gets the row's
   * time.
   */
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

  /**
   * Sends the message of a step.
   *
   * @param done number of earlier iterations of the loop
   * @return the slot
   */
  int sendStep(int rank, int local, CollectiveStep step, int done, int protocol) {
    int to = communicators.worldRank(step.communicator(), step.partner(local, done), rank);
    int cost = costs.row(0, rank, to, step.bytes()); // the same for all events
    int channel = queues.channelOf(rank, to, step);
    int slot = send(rank, channel, cost, protocol);
    channels.letGo(channel);
    return slot;
  }

  /**
   * Sends a message and returns its slot.
   *
   * @param protocol such as {@link Op#EAGER}
   */
  int send(int row, int channel, int cost, int protocol) {
    boolean eager = protocol == Op.EAGER || protocol == Op.WATCHED;
    int users = protocol == Op.RENDEZVOUS ? 2 : 1;
    boolean ordered = meetsInOrder(channel);
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
      start(slot);
    } else if (met) {
      startAfterHandshake(slot, postedBefore, 0);
    }
    if (ordered) {
      network.order(slot);
    }
    return slot;
  }

  /** Adds a message to those that wait for their receives. */
  private void enqueue(int row, int channel, int slot, boolean ordered) {
    unmet[channels.source(channel)]++; // a strand's row is no rank
    if (ordered) {
      slots.setChannel(slot, channel);
    } else {
      queues.add(channel, slot);
    }
    queues.setCollective(row, channel, slot);
  }

  /** Whether a message meets its receive only when the network says that it may. */
  private boolean meetsInOrder(int channel) {
    return allMeetInOrder || leadsToMailbox(channel);
  }

  /** Whether messages on a channel go to a mailbox. */
  boolean leadsToMailbox(int channel) {
    return anyMailbox && mail.mailboxOf(channel) != MailTable.NONE;
  }

  /** Posts the receive of a step, or takes its message. Returns the slot. */
  int receiveStep(int rank, int local, CollectiveStep step, int done) {
    int from = communicators.worldRank(step.communicator(), step.partner(local, done), rank);
    int channel = queues.channelOf(from, rank, step);
    int slot = receive(rank, channel);
    channels.letGo(channel);
    return slot;
  }

  /** A message meets its receive, in another slot, or waits for it. */
  void mayMeet(int message, int channel) {
    boolean mailed = leadsToMailbox(channel);
    int receive =
        mailed ? mailboxes.give(message) : queues.match(slots.number(message), channel, true);
    if (receive != Slots.NONE) {
      noteMet(channel);
      network.met(message, receive);
      if (slots.state(message) == Slots.OFFERED) {
        startAfterHandshake(message, slots.since(), receive);
      }
      if (slots.state(message) == Slots.ARRIVED) { // at once, in a network without time
        hand(message, receive);
        slots.release(message);
      }
    } else if (!mailed) {
      queues.add(channel, message);
    }
  }

  /**
   * Notes that a message's data has arrived.
   *
   * @param receive the receive that it has met in another slot, or {@link Slots#NONE}
   */
  void arrived(int message, int receive) {
    if (receive != Slots.NONE) {
      hand(message, receive);
    }
    ended(message);
    if (receive != Slots.NONE) {
      slots.release(message);
    }
  }

  /** Gives a message that has arrived to its receive. */
  private void hand(int message, int receive) {
    slots.setCost(receive, slots.cost(message));
    slots.since().put(receive, slots.since(), message);
    ended(receive);
  }

  /**
   * Posts a receive or takes the message that is there. Returns the slot.
   *
   * @param channel the channel, or {@link Op#asking} a mailbox
   */
  int receive(int row, int channel) {
    boolean choice = channel < 0;
    int slot = choice
        ? mailboxes.match(row, Op.asking(channel))
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
      mailboxes.ask(row, Op.asking(channel), slot);
    } else {
      queues.add(channel, slot);
      queues.setCollective(row, channel, slot);
    }
    return slot;
  }

  /** Withdraws a receive if no message has met it. Returns false otherwise. */
  boolean withdraw(int receive) {
    return queues.withdraw(receive) || anyMailbox && mailboxes.withdraw(receive);
  }

  /** The messages and receives that have not met. */
  ChannelQueues queues() {
    return queues;
  }

  /** Number of a rank's messages that have not met a receive. */
  int unmet(int rank) {
    return unmet[rank];
  }

  /** Notes that a message on a channel has met its receive. */
  private void noteMet(int channel) {
    int source = channels.source(channel);
    unmet[source]--;
    if (leadsToMailbox(channel)) {
      network.metInMailbox(source);
    }
  }

  /**
   * Starts the data of a rendezvous message that has met its receive. The request to send leaves at
   * the time in the slot, waits for the time of the post, and the clear to send travels back.
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
    start(slot);
  }

  /** Starts the data of a message at the time in its slot. */
  private void start(int slot) {
    slots.setState(slot, Slots.FLYING);
    network.starts(slot);
  }

  /** Notes that the end of a slot's requests has become known. It may lie ahead of the clocks. */
  private void ended(int slot) {
    slots.setState(slot, Slots.ARRIVED);
    int receiver = slots.waitingReceiver(slot);
    int sender = slots.waitingSender(slot);
    if (receiver != Slots.NONE) {
      tellEnd(slot, receiver);
    }
    if (sender != Slots.NONE) {
      tellEnd(slot, sender);
    }
  }

  /** Tells a row that the wait of {@link RequestCalls#setWaiting} has ended. */
  private void tellEnd(int slot, int row) {
    if (row == Slots.ORPHAN) {
      slots.release(slot);
    } else {
      waits.ended(row);
    }
  }
}
