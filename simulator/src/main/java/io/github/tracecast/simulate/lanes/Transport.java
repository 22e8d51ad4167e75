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
  private final LaneRows rows;

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
    this.rows = new LaneRows(lanes);
    int channels = program.channels().count();
    messages = new long[channels];
    bytes = new long[channels];
    head = new int[channels];
    tail = new int[channels];
    Arrays.fill(head, Slots.NONE);
    source = program.channels().sources();
  }

  /** Starts a send as soon as the gap since the last one allows, and pays for it. */
  private void paySend(int base, int cost) {
    if (ranks.nextSend != null) {
      waitForPort(base, cost);
    }
    rows.add(ranks.clock, base, costs.sendOverhead, cost * lanes);
    rows.add(ranks.overhead, base, costs.sendOverhead, cost * lanes);
    if (ranks.interfaces != null) {
      holdInterface(base, cost);
    }
  }

  private void waitForPort(int base, int cost) {
    long[] gap = costs.gap;
    long[] nextSend = ranks.nextSend;
    boolean held = costs.follow() && nextSend[base] > ranks.clock[base];
    for (int k = 0; k < lanes; k++) {
      long start = costs.follow()
          ? (held ? nextSend : ranks.clock)[base + k]
          : Math.max(ranks.clock[base + k], nextSend[base + k]);
      nextSend[base + k] = start + gap[cost * lanes + k];
      ranks.clock[base + k] = start;
    }
  }

  /** An eager message leaves as soon as the gap since the last one allows, its sender pays for it, and its arrival is known. */
  private void flyNow(int base, int cost, int slot) {
    if (ranks.nextSend != null) {
      waitForPort(base, cost);
    }
    rows.send(ranks.clock, ranks.overhead, base, costs, cost, slots.picos, slot * lanes);
    if (ranks.interfaces != null) {
      holdInterface(base, cost);
    }
  }

  /** Sends an eager message. */
  void send(int rank, int base, int channel, int cost) {
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
    flyNow(base, cost, slot);
    if (network != null) {
      network.sent(slot, channel);
      startAt(slot, ranks.clock[base]);
    } else if (slots.state[slot] == Slots.POSTED) {
      arrived(slot);
    }
  }

  /**
   * Starts a message of the rendezvous protocol; returns its slot.
   *
   * @param waits 1 if the sender will wait for it
   */
  int sendLate(int rank, int base, int channel, int cost, int waits) {
    paySend(base, cost);
    count(channel, cost);
    int slot = head[channel];
    if (slot != Slots.NONE && slots.state[slot] == Slots.POSTED) {
      head[channel] = slots.next[slot];
      slots.cost[slot] = cost;
      slots.users[slot] += (byte) waits;
      if (network != null) {
        network.sent(slot, channel);
      }
      meetRendezvous(slot, ranks.clock, base, slots.picos, slot * lanes);
      return slot;
    }
    slot = slots.create(Slots.READY, 1 + waits);
    if (network != null) {
      network.sent(slot, channel);
    }
    append(channel, slot);
    ranks.undelivered[rank]++;
    slots.cost[slot] = cost;
    rows.copy(ranks.clock, base, slots.picos, slot * lanes);
    return slot;
  }

  /** A rank that is ready to send a message holds its interface for it. */
  private void holdInterface(int base, int cost) {
    if (costs.follow()) {
      ranks.interfaces.sendAsFirst(
          base, lanes, ranks.clock, base, costs.interfaceHeld, cost * lanes);
      return;
    }
    for (int k = 0; k < lanes; k++) {
      ranks.interfaces.send(base + k, ranks.clock[base + k], costs.interfaceHeld[cost * lanes + k]);
    }
  }

  /**
   * Sends a message of a collective, where collectives on one communicator overlap: it goes to a receive of the same one.
   *
   * @param row the rank, or the strand, that is in it
   */
  int sendNumbered(int row, int base, int channel, int cost, int protocol) {
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
      flyNow(base, cost, slot);
      if (posted) {
        arrived(slot);
      }
    } else {
      paySend(base, cost);
      if (posted) {
        meetRendezvous(slot, ranks.clock, base, slots.picos, slot * lanes);
      } else {
        rows.copy(ranks.clock, base, slots.picos, slot * lanes);
      }
    }
    return slot;
  }

  /** Posts a receive of a message of a collective, or takes it, likewise. */
  int receiveNumbered(int row, int base, int channel) {
    int slot = takeNumbered(row, channel, false);
    if (slot == Slots.NONE) {
      slot = slots.create(Slots.POSTED, 1);
      number(row, channel, slot);
      rows.copy(ranks.clock, base, slots.picos, slot * lanes);
    } else if (slots.state[slot] == Slots.READY) {
      meetRendezvous(slot, slots.picos, slot * lanes, ranks.clock, base);
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
  int depart(int rank, int base, int channel, int cost, int protocol) {
    count(channel, cost);
    boolean eager = protocol == Op.EAGER;
    int slot =
        slots.create(eager ? Slots.ARRIVED : Slots.READY, protocol == Op.LATE_AND_WAITS ? 2 : 1);
    slots.cost[slot] = cost;
    slots.channel[slot] = channel;
    ranks.ahead[rank]++;
    if (eager) {
      flyNow(base, cost, slot);
    } else {
      paySend(base, cost);
      rows.copy(ranks.clock, base, slots.picos, slot * lanes);
    }
    return slot;
  }

  /** Posts a receive or takes the message that is there; returns the slot. */
  int receive(int base, int channel) {
    int slot = head[channel];
    if (slot == Slots.NONE || slots.state[slot] == Slots.POSTED) {
      slot = slots.create(Slots.POSTED, 1);
      append(channel, slot);
      rows.copy(ranks.clock, base, slots.picos, slot * lanes);
      return slot;
    }
    head[channel] = slots.next[slot];
    ranks.undelivered[source[channel]]--;
    if (slots.state[slot] == Slots.READY) {
      meetRendezvous(slot, slots.picos, slot * lanes, ranks.clock, base);
    }
    return slot;
  }

  /** The handshake, then the data, once both sides are there at times of their own: the arrival is known, unless others may delay it. */
  void meetRendezvous(int slot, long[] ready, int readyAt, long[] posted, int postedAt) {
    int cost = slots.cost[slot] * lanes;
    if (network != null) {
      long way = costs.handshake[cost];
      startAt(slot, Math.max(ready[readyAt] + way, posted[postedAt]) + way);
      return;
    }
    long[] handshake = costs.handshake;
    long[] flight = costs.flight;
    boolean late = ready[readyAt] + handshake[cost] < posted[postedAt];
    for (int k = 0; k < lanes; k++) {
      long way = handshake[cost + k];
      long start = costs.follow()
          ? (late ? posted[postedAt + k] : ready[readyAt + k] + way) + way
          : Math.max(ready[readyAt + k] + way, posted[postedAt + k]) + way;
      slots.picos[slot * lanes + k] = start + flight[cost + k];
    }
    arrived(slot);
  }

  private void startAt(int slot, long picos) {
    slots.picos[slot] = picos;
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
