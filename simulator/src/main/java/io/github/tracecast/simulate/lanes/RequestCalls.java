package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.RequestRing;
import java.util.Arrays;

/**
 * What ranks do with requests. A request is a slot and the rank's role in it: {@code slot << 2 | role}.
 * One thread.
 */
final class RequestCalls {
  static final int RECEIVER = 0;
  static final int SENDER = 1;
  static final int PERSISTENT = 2;

  private final Ranks ranks;
  private final Slots slots;
  private final Transport transport;
  private final Mailboxes mailboxes;
  private final Departures departures;
  private final MailTable mail;
  private final Arrivals arrivals;

  /**
   * @param departures null where there are no mailboxes
   */
  RequestCalls(
      Ranks ranks,
      Slots slots,
      Transport transport,
      Mailboxes mailboxes,
      Departures departures,
      MailTable mail,
      Arrivals arrivals) {
    this.mailboxes = mailboxes;
    this.departures = departures;
    this.mail = mail;
    this.ranks = ranks;
    this.slots = slots;
    this.transport = transport;
    this.arrivals = arrivals;
  }

  /** Adds a request that the program can name; {@link Slots#NONE} for one that is over. */
  int add(int rank, int request) {
    RequestRing ring = ranks.rings[rank];
    int displaced = ring.displaced();
    if (displaced != Slots.NONE) {
      ring.clearDisplaced();
      if ((displaced & 3) == PERSISTENT) {
        slots.position[displaced >> 2] = Slots.NONE;
      } else {
        free(rank, displaced);
      }
    }
    return ring.add(request);
  }

  /** The program's last requests have been waited for without being named. */
  void pass(int rank, int count) {
    RequestRing ring = ranks.rings[rank];
    if (ring.isEmpty()) {
      ring.pass(count);
      return;
    }
    for (int i = 0; i < count; i++) {
      add(rank, Slots.NONE);
    }
  }

  /** A request of the program's is waited for, if it is one. */
  void expectRequest(int rank, int offset) {
    int request = ranks.request(rank, offset);
    if (request == Slots.NONE) {
      return;
    }
    if ((request & 3) != PERSISTENT) {
      ranks.rings[rank].forget(offset);
      expect(rank, request);
      return;
    }
    int slot = request >> 2;
    int active = slots.active[slot];
    slots.active[slot] = Slots.INACTIVE;
    if (active >= 0) {
      expect(rank, active);
    }
  }

  /** A request is waited for. */
  void expect(int rank, int request) {
    int count = ranks.expectedCount[rank]++;
    int[] list = ranks.expected[rank];
    if (list == null || count == list.length) {
      list = list == null ? new int[8] : Arrays.copyOf(list, 2 * count);
      ranks.expected[rank] = list;
    }
    list[count] = request;
    int slot = request >> 2;
    if (slots.state[slot] != Slots.ARRIVED) {
      ranks.pending[rank]++;
      if ((request & 3) == SENDER) {
        slots.sender[slot] = rank;
      } else {
        slots.receiver[slot] = rank;
      }
    }
  }

  /** Takes all that was waited for; it is over. */
  void absorb(int rank) {
    int count = ranks.expectedCount[rank];
    if (count > 0) {
      arrivals.absorb(rank, ranks.expected[rank], count);
      ranks.expectedCount[rank] = 0;
    }
  }

  /** From now on nobody can name the request at an offset. */
  void freeAt(int rank, int offset) {
    int request = ranks.request(rank, offset);
    if (request == Slots.NONE) {
      return;
    }
    if ((request & 3) != PERSISTENT) {
      ranks.rings[rank].forget(offset);
    }
    free(rank, request);
  }

  private void free(int rank, int request) {
    int slot = request >> 2;
    if ((request & 3) == PERSISTENT) {
      if (slots.position[slot] != Slots.NONE) {
        ranks.rings[rank].clear(slots.position[slot]);
      }
      ranks.persistent[rank].clear(slots.persistentPosition[slot]);
      if (slots.active[slot] >= 0) {
        free(rank, slots.active[slot]);
      }
      slots.release(slot);
    } else if (slots.state[slot] == Slots.ARRIVED) {
      slots.release(slot);
    } else if ((request & 3) == SENDER) {
      slots.sender[slot] = Slots.ORPHAN;
    } else {
      slots.receiver[slot] = Slots.ORPHAN;
    }
  }

  /** Makes a persistent request. */
  void prepare(int rank, int channel, int cost, int protocol) {
    int slot = slots.create(Slots.PERSISTENT, 1);
    slots.channel[slot] = channel;
    slots.cost[slot] = cost;
    slots.protocol[slot] = (byte) protocol;
    slots.active[slot] = Slots.INACTIVE;
    int displaced = ranks.persistent[rank].displaced();
    if (displaced != Slots.NONE) {
      free(rank, displaced);
    }
    slots.position[slot] = add(rank, slot << 2 | PERSISTENT);
    slots.persistentPosition[slot] = ranks.persistent[rank].add(slot << 2 | PERSISTENT);
  }

  /** Sends to a mailbox; returns the request to wait for, or {@link Slots#NONE}. */
  int depart(int rank, int channel, int cost, int protocol) {
    int slot = transport.depart(rank, channel, cost, protocol);
    departures.add(slot);
    return protocol == Op.LATE_AND_WAITS ? slot << 2 | SENDER : Slots.NONE;
  }

  /** Starts one. */
  void start(int rank, int offset) {
    int request = ranks.request(rank, offset);
    if (request == Slots.NONE
        || (request & 3) != PERSISTENT
        || slots.active[request >> 2] != Slots.INACTIVE) {
      throw new UnsuitableException("a start of a request that is not persistent or is active");
    }
    int slot = request >> 2;
    int channel = slots.channel[slot];
    int cost = slots.cost[slot];
    int active = Slots.OVER;
    if (channel <= Op.asking(0)) {
      active = mailboxes.ask(rank, Op.asking(channel)) << 2 | RECEIVER;
    } else if (channel >= 0 && cost < 0) {
      active = transport.receive(rank, channel) << 2 | RECEIVER;
    } else if (channel >= 0 && mail.mailboxOf(channel) != MailTable.NONE) {
      active = depart(rank, channel, cost, slots.protocol[slot]);
      active = active == Slots.NONE ? Slots.OVER : active;
    } else if (channel >= 0 && slots.protocol[slot] == Op.EAGER) {
      transport.send(rank, channel, cost);
    } else if (channel >= 0) {
      int waits = slots.protocol[slot] == Op.LATE_AND_WAITS ? 1 : 0;
      int message = transport.sendLate(rank, channel, cost, waits);
      active = waits == 1 ? message << 2 | SENDER : Slots.OVER;
    }
    slots.active[slot] = active;
  }
}
