package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Messages from send to arrival: eager and rendezvous. A channel's queue holds messages that no receive
 * was posted for, or receives that no message was sent for. One thread.
 */
final class Transport {
  /** Messages and bytes sent, by channel. */
  final long[] messages;

  final long[] bytes;

  /** First and last slot of each channel's queue. */
  final int[] head;

  private final int[] tail;
  private final int[] source;

  private final Ranks ranks;
  private final Slots slots;
  private final CostTable costs;
  private final int lanes;

  /** Null without contention. */
  private final ContendedNetwork network;

  /**
   * @param network where messages hinder each other, or null
   */
  Transport(LaneProgram program, Ranks ranks, Slots slots, ContendedNetwork network) {
    this.network = network;
    this.ranks = ranks;
    this.slots = slots;
    this.costs = program.costs();
    this.lanes = program.lanes();
    int channels = program.channels().count();
    messages = new long[channels];
    bytes = new long[channels];
    head = new int[channels];
    tail = new int[channels];
    Arrays.fill(head, Slots.NONE);
    source = program.channels().sources();
  }

  /** Starts a send as soon as the gap since the last one allows, and pays for it. */
  private void paySend(int rank, int cost) {
    if (ranks.nextSend != null) {
      waitForPort(rank, cost);
    }
    ranks.clock.add(rank, costs.sendOverhead, cost);
    ranks.overhead.add(rank, costs.sendOverhead, cost);
    if (ranks.interfaces != null) {
      holdInterface(rank, cost);
    }
  }

  private void waitForPort(int rank, int cost) {
    LaneTimes clock = ranks.clock;
    LaneTimes nextSend = ranks.nextSend;
    boolean held = costs.follow() && nextSend.first(rank) > clock.first(rank);
    for (int k = 0; k < lanes; k++) {
      long start = costs.follow()
          ? (held ? nextSend : clock).get(rank, k)
          : Math.max(clock.get(rank, k), nextSend.get(rank, k));
      nextSend.set(rank, k, start + costs.gap.get(cost, k));
      clock.set(rank, k, start);
    }
  }

  /** An eager message leaves as soon as the gap since the last one allows, its sender pays for it, and its arrival is known. */
  private void flyNow(int rank, int cost, int slot) {
    if (ranks.nextSend != null) {
      waitForPort(rank, cost);
    }
    if (lanes == 1) {
      long own = costs.sendOverhead.first(cost);
      ranks.clock.add(rank, 0, own);
      ranks.overhead.add(rank, 0, own);
      slots.picos.set(slot, 0, ranks.clock.first(rank) + costs.flight.first(cost));
    } else {
      send(
          ranks.clock.row(rank),
          ranks.overhead.row(rank),
          costs.sendOverhead.row(cost),
          costs.flight.row(cost),
          slots.picos.row(slot));
    }
    if (ranks.interfaces != null) {
      holdInterface(rank, cost);
    }
  }

  private static void send(long[] clock, long[] paid, long[] own, long[] flight, long[] arrival) {
    for (int k = 0; k < clock.length; k++) {
      long now = clock[k] + own[k];
      clock[k] = now;
      paid[k] += own[k];
      arrival[k] = now + flight[k];
    }
  }

  /** Sends an eager message. */
  void send(int rank, int channel, int cost) {
    count(channel, cost);
    int slot = head[channel];
    if (slot != Slots.NONE && slots.state[slot] == Slots.POSTED) {
      head[channel] = slots.next[slot];
    } else {
      slot = slots.create(Slots.ARRIVED, 1);
      append(channel, slot);
      ranks.undelivered[rank]++;
    }
    slots.cost[slot] = cost;
    flyNow(rank, cost, slot);
    if (network != null) {
      network.sent(slot, channel);
      startAt(slot, ranks.clock.first(rank));
    } else if (slots.state[slot] == Slots.POSTED) {
      arrived(slot);
    }
  }

  /**
   * Starts a message of the rendezvous protocol; returns its slot.
   *
   * @param waits 1 if the sender will wait for it
   */
  int sendLate(int rank, int channel, int cost, int waits) {
    paySend(rank, cost);
    count(channel, cost);
    int slot = head[channel];
    if (slot != Slots.NONE && slots.state[slot] == Slots.POSTED) {
      head[channel] = slots.next[slot];
      slots.cost[slot] = cost;
      slots.users[slot] += (byte) waits;
      if (network != null) {
        network.sent(slot, channel);
      }
      meetRendezvous(slot, ranks.clock, rank, slots.picos, slot);
      return slot;
    }
    slot = slots.create(Slots.READY, 1 + waits);
    if (network != null) {
      network.sent(slot, channel);
    }
    append(channel, slot);
    ranks.undelivered[rank]++;
    slots.cost[slot] = cost;
    slots.picos.put(slot, ranks.clock, rank);
    return slot;
  }

  /** A rank that is ready to send a message holds its interface for it. */
  private void holdInterface(int rank, int cost) {
    LaneTimes clock = ranks.clock;
    LaneTimes held = costs.interfaceHeld;
    int first = rank * lanes;
    if (costs.follow()) {
      ranks.interfaces.sendAsFirst(
          first, lanes, clock.array(rank), clock.at(rank), held.array(cost), held.at(cost));
      return;
    }
    for (int k = 0; k < lanes; k++) {
      ranks.interfaces.send(first + k, clock.get(rank, k), held.get(cost, k));
    }
  }

  /**
   * Sends a message of a collective, where collectives on one communicator overlap: it goes to a receive of the same one.
   *
   * @param row the rank, or the strand, that is in it
   */
  int sendNumbered(int row, int channel, int cost, int protocol) {
    count(channel, cost);
    boolean eager = protocol == Op.EAGER;
    int waits = protocol == Op.LATE_AND_WAITS ? 1 : 0;
    int slot = takeNumbered(row, channel, true);
    boolean posted = slot != Slots.NONE;
    if (posted) {
      slots.users[slot] += (byte) waits;
    } else {
      slot = slots.create(eager ? Slots.ARRIVED : Slots.READY, 1 + waits);
      number(row, channel, slot);
    }
    slots.cost[slot] = cost;
    if (eager) {
      flyNow(row, cost, slot);
      if (posted) {
        arrived(slot);
      }
    } else {
      paySend(row, cost);
      if (posted) {
        meetRendezvous(slot, ranks.clock, row, slots.picos, slot);
      } else {
        slots.picos.put(slot, ranks.clock, row);
      }
    }
    return slot;
  }

  /** Posts a receive of a message of a collective, or takes it, likewise. */
  int receiveNumbered(int row, int channel) {
    int slot = takeNumbered(row, channel, false);
    if (slot == Slots.NONE) {
      slot = slots.create(Slots.POSTED, 1);
      number(row, channel, slot);
      slots.picos.put(slot, ranks.clock, row);
    } else if (slots.state[slot] == Slots.READY) {
      meetRendezvous(slot, slots.picos, slot, ranks.clock, row);
    }
    return slot;
  }

  private void number(int row, int channel, int slot) {
    slots.number[slot] = ranks.collective[row];
    slots.channel[slot] = ranks.meeting[row];
    append(channel, slot);
  }

  /** Takes the first receive, or message, of a collective from a channel's queue. */
  private int takeNumbered(int row, int channel, boolean posted) {
    int before = Slots.NONE;
    int slot = head[channel];
    while (slot != Slots.NONE && slots.number[slot] != ranks.collective[row]) {
      before = slot;
      slot = slots.next[slot];
    }
    if (slot == Slots.NONE || (slots.state[slot] == Slots.POSTED) != posted) {
      return Slots.NONE;
    }
    if (before == Slots.NONE) {
      head[channel] = slots.next[slot];
    } else {
      slots.next[before] = slots.next[slot];
      if (tail[channel] == slot) {
        tail[channel] = before;
      }
    }
    slots.next[slot] = Slots.NONE;
    return slot;
  }

  /** Sends a message to a mailbox, which is still to be put in order there; returns its slot. */
  int depart(int rank, int channel, int cost, int protocol) {
    count(channel, cost);
    boolean eager = protocol == Op.EAGER;
    int slot =
        slots.create(eager ? Slots.ARRIVED : Slots.READY, protocol == Op.LATE_AND_WAITS ? 2 : 1);
    slots.cost[slot] = cost;
    slots.channel[slot] = channel;
    ranks.ahead[rank]++;
    if (eager) {
      flyNow(rank, cost, slot);
    } else {
      paySend(rank, cost);
      slots.picos.put(slot, ranks.clock, rank);
    }
    return slot;
  }

  /** Posts a receive or takes the message that is there; returns the slot. */
  int receive(int rank, int channel) {
    int slot = head[channel];
    if (slot == Slots.NONE || slots.state[slot] == Slots.POSTED) {
      slot = slots.create(Slots.POSTED, 1);
      append(channel, slot);
      slots.picos.put(slot, ranks.clock, rank);
      return slot;
    }
    head[channel] = slots.next[slot];
    ranks.undelivered[source[channel]]--;
    if (slots.state[slot] == Slots.READY) {
      meetRendezvous(slot, slots.picos, slot, ranks.clock, rank);
    }
    return slot;
  }

  /** The handshake, then the data, once both sides are there at times of their own: the arrival is known, unless others may delay it. */
  void meetRendezvous(int slot, LaneTimes ready, int readyRow, LaneTimes posted, int postedRow) {
    int cost = slots.cost[slot];
    LaneTimes handshake = costs.handshake;
    if (network != null) {
      long way = handshake.first(cost);
      startAt(slot, Math.max(ready.first(readyRow) + way, posted.first(postedRow)) + way);
      return;
    }
    boolean late = ready.first(readyRow) + handshake.first(cost) < posted.first(postedRow);
    for (int k = 0; k < lanes; k++) {
      long way = handshake.get(cost, k);
      long asked = ready.get(readyRow, k) + way;
      long there = posted.get(postedRow, k);
      boolean waits = costs.follow() ? late : asked < there;
      long start = (waits ? there : asked) + way;
      slots.picos.set(slot, k, start + costs.flight.get(cost, k));
    }
    arrived(slot);
  }

  private void startAt(int slot, long picos) {
    slots.picos.set(slot, 0, picos);
    slots.state[slot] = Slots.FLYING;
    network.starts(slot);
  }

  /** With contention: lets the next message start, so that its arrival is known; false if none is to start. */
  boolean startNext() {
    if (network.isEmpty()) {
      return false;
    }
    arrived(network.next());
    return true;
  }

  private void append(int channel, int slot) {
    if (head[channel] == Slots.NONE) {
      head[channel] = slot;
    } else {
      slots.next[tail[channel]] = slot;
    }
    tail[channel] = slot;
  }

  private void count(int channel, int cost) {
    messages[channel]++;
    bytes[channel] += costs.bytes[cost];
  }

  /** A slot's arrival has become known. */
  void arrived(int slot) {
    slots.state[slot] = Slots.ARRIVED;
    int receiver = slots.receiver[slot];
    int sender = slots.sender[slot];
    if (receiver != Slots.NONE) {
      wake(slot, receiver);
    }
    if (sender != Slots.NONE) {
      wake(slot, sender);
    }
  }

  private void wake(int slot, int rank) {
    if (rank == Slots.ORPHAN) {
      slots.release(slot);
    } else {
      ranks.wake(rank);
    }
  }
}
