package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.RequestRing;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Evaluates a lowered program on all lanes at once. A rank runs until it wants a message that has not
 * been sent; a message's arrival is known when it is sent, so there is no queue of events, and the order
 * in which ranks run changes nothing.
 *
 * <p>Matching and the order of a rank's calls are the same on all lanes; only clocks differ. The clock of
 * lane {@code k} of rank {@code r} is at {@code r * lanes + k}. One use, one thread.
 */
final class Evaluation {
  /** With so many messages that nobody has received, a rank lets others catch up: bounds their memory. */
  private static final int FAR_AHEAD = 256;

  private static final int PROGRESS_EVERY = 1 << 14;

  /** Roles in a slot, the low bits of a request. */
  private static final int RECEIVER = 0;

  private static final int SENDER = 1;
  private static final int PERSISTENT = 2;

  final Accounts accounts;

  /** Messages and bytes by channel. */
  final long[] messages;

  final long[] bytes;
  final long[] clock;
  long executed;

  private final LaneProgram program;
  private final int lanes;
  private final int[] code;
  private final Slots slots;
  private final Arrivals arrivals;

  // by channel
  private final int[] head;
  private final int[] tail;
  private final int[] source;

  // by rank
  private final int[] at;
  private final int[] depth;
  private final long[] left;
  private final long[] ordinal;
  private final int frames;
  private final int[] previous;
  private final long[] callStart;
  private final long[] overheadStart;
  private final RequestRing[] rings;
  private final int[][] expected;
  private final int[] expectedCount;
  private final int[] pending;

  /** Stands still until nothing is pending. */
  private final boolean[] blocked;

  private final int[] undelivered;

  /** The end of the gap after the last send; null where there are no gaps. */
  private final long[] nextSend;

  private final Meetings[] meetings;
  private final long[] collectivesOfMember;
  private final long[] networkFree;
  private final ReadyQueue ready;
  private final LongConsumer progress;
  private int finished;

  Evaluation(LaneProgram program, LongConsumer progress) {
    int ranks = program.programs().ranks();
    this.program = program;
    this.progress = progress;
    this.lanes = program.lanes();
    this.code = program.code();
    this.slots = new Slots(lanes);
    this.arrivals = new Arrivals(lanes, ranks, slots, program.costs());
    this.accounts = new Accounts(program);
    int channels = program.channels().count();
    head = filled(channels);
    tail = filled(channels);
    source = program.channels().sources();
    messages = new long[channels];
    bytes = new long[channels];
    clock = new long[ranks * lanes];
    at = program.starts().clone();
    depth = new int[ranks];
    int deepest = 0;
    for (int id = 0; id < program.programs().classCount(); id++) {
      deepest = Math.max(deepest, program.programs().program(id).depth());
    }
    frames = deepest + 1;
    left = new long[ranks * frames];
    ordinal = new long[ranks * frames];
    previous = filled(ranks);
    callStart = new long[ranks * lanes];
    overheadStart = new long[ranks * lanes];
    nextSend = program.costs().gapless() ? null : new long[ranks * lanes];
    rings = new RequestRing[ranks];
    int ring = program.programs().trace().header().requestRing();
    Arrays.setAll(rings, rank -> new RequestRing(ring));
    expected = new int[ranks][];
    expectedCount = new int[ranks];
    pending = new int[ranks];
    blocked = new boolean[ranks];
    undelivered = new int[ranks];
    meetings = Arrays.stream(program.meetingSizes())
        .mapToObj(size -> new Meetings(size, lanes))
        .toArray(Meetings[]::new);
    collectivesOfMember = new long[program.members()];
    networkFree = new long[lanes];
    ready = new ReadyQueue(ranks);
  }

  private static int[] filled(int size) {
    int[] list = new int[size];
    Arrays.fill(list, Slots.NONE);
    return list;
  }

  /**
   * Runs all ranks to their ends.
   *
   * @throws UnsuitableException if they do not get there, or leave something over
   */
  void run() {
    for (int rank = 0; rank < at.length; rank++) {
      ready.add(rank);
    }
    long turns = 0;
    while (!ready.isEmpty()) {
      run(ready.remove());
      if (++turns % PROGRESS_EVERY == 0) {
        progress.accept(executed);
      }
    }
    if (finished < at.length) {
      throw new UnsuitableException("ranks wait for what never comes");
    }
    for (int queue : head) {
      if (queue != Slots.NONE) {
        throw new UnsuitableException("messages were never received");
      }
    }
    for (Meetings open : meetings) {
      if (!open.isEmpty()) {
        throw new UnsuitableException("collectives were not reached by all their ranks");
      }
    }
    accounts.addSites();
  }

  /** Runs one rank until it has to wait, or lets others go on. */
  private void run(int rank) {
    int[] code = this.code;
    int base = rank * lanes;
    int frame = rank * frames + depth[rank];
    int pc = at[rank];
    while (true) {
      switch (code[pc]) {
        case Op.ISEND -> {
          rings[rank].add(request(rank, Slots.NONE));
          send(rank, base, code[pc + 1], code[pc + 2]);
          accounts.sent[code[pc + 3]]++;
          executed++;
          pc += 4;
          if (undelivered[rank] > FAR_AHEAD && !ready.isEmpty()) {
            letOthers(rank, pc, frame);
            return;
          }
        }
        case Op.SEND -> {
          send(rank, base, code[pc + 1], code[pc + 2]);
          accounts.sent[code[pc + 3]]++;
          executed++;
          pc += 4;
          if (undelivered[rank] > FAR_AHEAD && !ready.isEmpty()) {
            letOthers(rank, pc, frame);
            return;
          }
        }
        case Op.IRECV -> {
          rings[rank].add(request(rank, receive(base, code[pc + 1]) << 2 | RECEIVER));
          executed++;
          pc += 2;
        }
        case Op.BEGIN -> {
          begin(base);
          pc++;
        }
        case Op.EXPECT -> {
          int count = code[pc + 1];
          for (int i = 0; i < count; i++) {
            expectRequest(rank, code[pc + 2 + i]);
          }
          pc += 2 + count;
        }
        case Op.AWAIT -> {
          if (pending[rank] > 0) {
            blocked[rank] = true;
            stop(rank, pc, frame);
            return;
          }
          absorb(rank, base);
          pc++;
        }
        case Op.END -> {
          end(base, code[pc + 1]);
          executed++;
          pc += 2;
        }
        case Op.COMPUTE -> {
          compute(base, code[pc + 1] * lanes);
          accounts.computed[code[pc + 2]]++;
          pc += 3;
        }
        case Op.CLOSE -> {
          ordinal[frame]++;
          if (--left[frame] > 0) {
            pc = code[pc + 1];
          } else {
            frame--;
            pc += 2;
          }
        }
        case Op.RECV -> {
          begin(base);
          expect(rank, receive(base, code[pc + 1]) << 2 | RECEIVER);
          pc += 3;
        }
        case Op.RECEIVE_PART -> {
          expect(rank, receive(base, code[pc + 1]) << 2 | RECEIVER);
          pc += 2;
        }
        case Op.SEND_PART -> {
          send(rank, base, code[pc + 1], code[pc + 2]);
          pc += 3;
        }
        case Op.SEND_LATE_PART -> {
          int slot = sendLate(rank, base, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (code[pc + 3] == 1) {
            expect(rank, slot << 2 | SENDER);
          }
          pc += 4;
        }
        case Op.ISEND_LATE -> {
          int slot = sendLate(rank, base, code[pc + 1], code[pc + 2], code[pc + 3]);
          rings[rank].add(request(rank, code[pc + 3] == 1 ? slot << 2 | SENDER : Slots.NONE));
          pc += 4;
        }
        case Op.OPEN -> {
          long iterations = (long) code[pc + 1] << 32 | code[pc + 2] & 0xFFFF_FFFFL;
          ordinal[frame + 1] = ordinal[frame] * iterations;
          left[++frame] = iterations;
          pc += 3;
        }
        case Op.OPEN_VARYING -> {
          int loop = code[pc + 1];
          long outer = ordinal[frame++];
          left[frame] = program.programs().iterations(loop, rank, outer);
          ordinal[frame] = program.programs().bodiesBefore(loop, rank, outer);
          pc += 2;
        }
        case Op.COMPUTE_AFTER -> {
          int count = code[pc + 2];
          for (int i = pc + 3; i < pc + 3 + 3 * count; i += 3) {
            if (code[i] == previous[rank]) {
              compute(base, code[i + 1] * lanes);
              accounts.computed[code[i + 2]]++;
            }
          }
          pc += 3 + 3 * count;
        }
        case Op.FIND -> {
          find(rank, base, code[pc + 1], ordinal[frame]);
          pc += 2;
        }
        case Op.PREVIOUS -> {
          previous[rank] = code[pc + 1];
          pc += 2;
        }
        case Op.CASE -> pc = code[pc + 2 + (int) (ordinal[frame] % code[pc + 1])];
        case Op.JUMP -> pc = code[pc + 1];
        case Op.OVER -> {
          rings[rank].add(request(rank, Slots.NONE));
          pc++;
        }
        case Op.PREPARE -> {
          prepare(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          pc += 4;
        }
        case Op.START -> {
          start(rank, base, code[pc + 1]);
          pc += 2;
        }
        case Op.FREE -> {
          int request = rings[rank].get(code[pc + 1]);
          if (request != Slots.NONE) {
            rings[rank].forget(code[pc + 1]);
            free(request);
          }
          pc += 2;
        }
        case Op.MEET -> {
          meetings[code[pc + 1]].come(collectivesOfMember[code[pc + 2]]++, code[pc + 3]);
          pc += 4;
        }
        case Op.NETWORK -> {
          boolean last = meet(
              rank, base, meetings[code[pc + 1]], code[pc + 2], code[pc + 3], code[pc + 4] == 1);
          pc += 5;
          if (!last) {
            stop(rank, pc, frame);
            return;
          }
        }
        case Op.NOTHING -> {
          executed++;
          pc++;
        }
        case Op.HALT -> {
          finished++;
          stop(rank, pc, frame);
          return;
        }
        default -> throw new AssertionError(code[pc]);
      }
    }
  }

  private void stop(int rank, int pc, int frame) {
    at[rank] = pc;
    depth[rank] = frame - rank * frames;
  }

  private void letOthers(int rank, int pc, int frame) {
    stop(rank, pc, frame);
    ready.add(rank);
  }

  // ---- clocks

  private void compute(int base, int row) {
    long[] picos = program.computes().picos;
    for (int k = 0; k < lanes; k++) {
      clock[base + k] += picos[row + k];
      accounts.compute[base + k] += picos[row + k];
    }
  }

  private void find(int rank, int base, int event, long execution) {
    int events = event * lanes;
    for (int k = 0; k < lanes; k++) {
      var times = program.computeTimes()[k];
      int index = times.find(event, rank, previous[rank], execution);
      if (index >= 0) {
        long picos = times.picos(index, event, rank, execution);
        clock[base + k] += picos;
        accounts.compute[base + k] += picos;
        accounts.computeBefore.add(events + k, picos);
      }
    }
  }

  private void begin(int base) {
    for (int k = 0; k < lanes; k++) {
      callStart[base + k] = clock[base + k];
      overheadStart[base + k] = accounts.overhead[base + k];
    }
  }

  private void end(int base, int event) {
    for (int k = 0; k < lanes; k++) {
      long now = clock[base + k];
      if (now > Picos.MAX) {
        throw new UnsuitableException("more simulated time than there can be");
      }
      accounts.end(
          event,
          k,
          now - callStart[base + k],
          accounts.overhead[base + k] - overheadStart[base + k]);
    }
  }

  /** Starts a send as soon as the gap since the last one allows, and pays for it. */
  private void paySend(int base, int cost) {
    if (nextSend != null) {
      waitForPort(base, cost);
    }
    long[] own = program.costs().sendOverhead;
    for (int k = 0; k < lanes; k++) {
      clock[base + k] += own[cost * lanes + k];
      accounts.overhead[base + k] += own[cost * lanes + k];
    }
  }

  private void waitForPort(int base, int cost) {
    long[] gap = program.costs().gap;
    for (int k = 0; k < lanes; k++) {
      long start = Math.max(clock[base + k], nextSend[base + k]);
      nextSend[base + k] = start + gap[cost * lanes + k];
      clock[base + k] = start;
    }
  }

  // ---- messages

  /** Sends an eager message. */
  private void send(int rank, int base, int channel, int cost) {
    paySend(base, cost);
    count(channel, cost);
    int slot = head[channel];
    if (slot != Slots.NONE && slots.state[slot] == Slots.POSTED) {
      head[channel] = slots.next[slot];
    } else {
      slot = slots.create(Slots.ARRIVED, 1);
      append(channel, slot);
      undelivered[rank]++;
    }
    slots.cost[slot] = cost;
    long[] flight = program.costs().flight;
    long[] picos = slots.picos;
    for (int k = 0; k < lanes; k++) {
      picos[slot * lanes + k] = clock[base + k] + flight[cost * lanes + k];
    }
    if (slots.state[slot] == Slots.POSTED) {
      arrived(slot);
    }
  }

  /**
   * Starts a message of the rendezvous protocol; returns its slot.
   *
   * @param waits 1 if the sender will wait for it
   */
  private int sendLate(int rank, int base, int channel, int cost, int waits) {
    paySend(base, cost);
    count(channel, cost);
    int slot = head[channel];
    if (slot != Slots.NONE && slots.state[slot] == Slots.POSTED) {
      head[channel] = slots.next[slot];
      slots.cost[slot] = cost;
      slots.users[slot] += (byte) waits;
      meetRendezvous(slot, clock, base, slots.picos, slot * lanes);
      arrived(slot);
      return slot;
    }
    slot = slots.create(Slots.READY, 1 + waits);
    append(channel, slot);
    undelivered[rank]++;
    slots.cost[slot] = cost;
    System.arraycopy(clock, base, slots.picos, slot * lanes, lanes);
    return slot;
  }

  /** Posts a receive or takes the message that is there; returns the slot. */
  private int receive(int base, int channel) {
    int slot = head[channel];
    if (slot == Slots.NONE || slots.state[slot] == Slots.POSTED) {
      slot = slots.create(Slots.POSTED, 1);
      append(channel, slot);
      System.arraycopy(clock, base, slots.picos, slot * lanes, lanes);
      return slot;
    }
    head[channel] = slots.next[slot];
    undelivered[source[channel]]--;
    if (slots.state[slot] == Slots.READY) {
      meetRendezvous(slot, slots.picos, slot * lanes, clock, base);
      arrived(slot);
    }
    return slot;
  }

  /** The handshake, then the data, once both sides are there at times of their own. */
  private void meetRendezvous(int slot, long[] ready, int readyAt, long[] posted, int postedAt) {
    int cost = slots.cost[slot] * lanes;
    long[] handshake = program.costs().handshake;
    long[] flight = program.costs().flight;
    for (int k = 0; k < lanes; k++) {
      long way = handshake[cost + k];
      long start = Math.max(ready[readyAt + k] + way, posted[postedAt + k]) + way;
      slots.picos[slot * lanes + k] = start + flight[cost + k];
    }
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
    bytes[channel] += program.costs().bytes[cost];
  }

  /** A slot's arrival has become known. */
  private void arrived(int slot) {
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
    } else if (--pending[rank] == 0 && blocked[rank]) {
      blocked[rank] = false;
      ready.add(rank);
    }
  }

  // ---- requests and waits

  /** Makes room for a request in the rank's ring; returns it. */
  private int request(int rank, int request) {
    int displaced = rings[rank].displaced();
    if (displaced != Slots.NONE) {
      free(displaced);
    }
    return request;
  }

  private void expectRequest(int rank, int offset) {
    int request = rings[rank].get(offset);
    if (request == Slots.NONE) {
      return;
    }
    if ((request & 3) != PERSISTENT) {
      rings[rank].forget(offset);
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

  private void expect(int rank, int request) {
    int count = expectedCount[rank]++;
    int[] list = expected[rank];
    if (list == null || count == list.length) {
      list = list == null ? new int[8] : Arrays.copyOf(list, 2 * count);
      expected[rank] = list;
    }
    list[count] = request;
    int slot = request >> 2;
    if (slots.state[slot] != Slots.ARRIVED) {
      pending[rank]++;
      if ((request & 3) == SENDER) {
        slots.sender[slot] = rank;
      } else {
        slots.receiver[slot] = rank;
      }
    }
  }

  private void absorb(int rank, int base) {
    int count = expectedCount[rank];
    if (count > 0) {
      arrivals.absorb(expected[rank], count, clock, accounts.overhead, base);
      expectedCount[rank] = 0;
    }
  }

  /** From now on nobody can name the request. */
  private void free(int request) {
    int slot = request >> 2;
    if ((request & 3) == PERSISTENT) {
      if (slots.active[slot] >= 0) {
        free(slots.active[slot]);
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

  private void prepare(int rank, int channel, int cost, int protocol) {
    int slot = slots.create(Slots.PERSISTENT, 1);
    slots.channel[slot] = channel;
    slots.cost[slot] = cost;
    slots.protocol[slot] = (byte) protocol;
    slots.active[slot] = Slots.INACTIVE;
    rings[rank].add(request(rank, slot << 2 | PERSISTENT));
  }

  private void start(int rank, int base, int offset) {
    int request = rings[rank].get(offset);
    if (request == Slots.NONE
        || (request & 3) != PERSISTENT
        || slots.active[request >> 2] != Slots.INACTIVE) {
      throw new UnsuitableException("a start of what is not a persistent request at rest");
    }
    int slot = request >> 2;
    int channel = slots.channel[slot];
    int cost = slots.cost[slot];
    int active = Slots.OVER;
    if (channel >= 0 && cost < 0) {
      active = receive(base, channel) << 2 | RECEIVER;
    } else if (channel >= 0 && slots.protocol[slot] == Op.EAGER) {
      send(rank, base, channel, cost);
    } else if (channel >= 0) {
      int waits = slots.protocol[slot] == Op.LATE_AND_WAITS ? 1 : 0;
      int message = sendLate(rank, base, channel, cost, waits);
      active = waits == 1 ? message << 2 | SENDER : Slots.OVER;
    }
    slots.active[slot] = active;
  }

  // ---- collective networks

  /** Comes to a collective on a network of its own; the last rank to come ends it for all. */
  private boolean meet(int rank, int base, Meetings here, int busy, int latency, boolean shared) {
    long[] times = program.networks().picos;
    boolean first = here.waiting.isEmpty();
    for (int k = 0; k < lanes; k++) {
      long mine = times[busy * lanes + k];
      here.latest[k] = first ? clock[base + k] : Math.max(here.latest[k], clock[base + k]);
      here.busy[k] = first ? mine : Math.max(here.busy[k], mine);
    }
    here.waiting.add(rank);
    if (here.waiting.size() < here.size()) {
      return false;
    }
    for (int k = 0; k < lanes; k++) {
      long end = here.latest[k];
      if (shared) {
        end = Math.max(end, networkFree[k]) + here.busy[k];
        networkFree[k] = end;
      }
      here.latest[k] = end + times[latency * lanes + k];
    }
    for (int i = 0; i < here.waiting.size(); i++) {
      int other = here.waiting.getInt(i);
      System.arraycopy(here.latest, 0, clock, other * lanes, lanes);
      if (other != rank) {
        ready.add(other);
      }
    }
    here.waiting.clear();
    return true;
  }
}
