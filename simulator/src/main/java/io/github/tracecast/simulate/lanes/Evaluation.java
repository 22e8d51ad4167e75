package io.github.tracecast.simulate.lanes;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.Skip;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Evaluates a lowered program on all lanes at once. A rank runs until it wants a message that has not
 * been sent; a message's arrival is known when it is sent, so there is no queue of events, and the order
 * in which ranks run changes nothing. Where a receive has a choice, {@link Departures} say what it gets.
 *
 * <p>Matching and the order of a rank's calls are the same on all lanes that are {@link LiveLanes live}; only clocks differ. One use, one
 * thread.
 */
final class Evaluation {
  /** With so many messages that nobody has received, a rank lets others catch up: bounds their memory. */
  private static final int FAR_AHEAD = 256;

  private static final int PROGRESS_EVERY = 1 << 14;

  final Accounts accounts;
  final Ranks ranks;
  final Transport transport;
  final Networks networks;
  final Strands strands;
  final Slots slots;
  final Mailboxes mailboxes;
  final LiveLanes live;

  /** Null where there are no mailboxes. */
  final Departures departures;

  /** Null where messages do not hinder each other. */
  final ContendedNetwork network;

  final Arrivals arrivals;

  long executed;

  private final LaneProgram program;
  private final Clocks clocks;
  private final RequestCalls requests;
  private final LongConsumer progress;
  private final FastForwarder fastForwarder;

  /**
   * @param skips whether iterations that would repeat themselves are skipped
   */
  Evaluation(LaneProgram program, boolean skips, LongConsumer progress) {
    this(program, skips, new Slots(program.lanes()), null, progress);
  }

  private Evaluation(
      LaneProgram program,
      boolean skips,
      Slots slots,
      ContendedNetwork network,
      LongConsumer progress) {
    this.program = program;
    this.progress = progress;
    accounts = new Accounts(program);
    this.slots = slots;
    this.network = network;
    ranks = new Ranks(program, network != null);
    arrivals = new Arrivals(program.lanes(), ranks, slots, program.costs());
    clocks = new Clocks(program, ranks, accounts);
    transport = new Transport(program, ranks, slots, network);
    networks = new Networks(program, ranks);
    strands = new Strands(ranks, slots, transport);
    live = new LiveLanes(program);
    mailboxes = new Mailboxes(program, ranks, slots, transport);
    departures =
        program.mail().count() == 0 ? null : new Departures(program, live, ranks, slots, mailboxes);
    requests =
        new RequestCalls(ranks, slots, transport, mailboxes, departures, program.mail(), arrivals);
    fastForwarder = skips && recurs() ? new FastForwarder(program, this) : null;
  }

  /**
   * On one machine whose links messages take one after the other.
   *
   * @throws UnsuitableException if messages hang on time beyond that
   */
  static Evaluation contended(
      LaneProgram program, Machine machine, boolean skips, LongConsumer progress) {
    if (program.mail().count() > 0) {
      throw new UnsuitableException("a choice between messages that delay each other");
    }
    if (program.overlap()) {
      throw new UnsuitableException("a rank that sends several messages at once");
    }
    Slots slots = new Slots(program.lanes());
    ContendedNetwork network = new ContendedNetwork(program, machine, slots);
    return new Evaluation(program, skips, slots, network, progress);
  }

  /** Where half-duplex interfaces add up times of several ways, followers do not come from one row each. */
  private boolean recurs() {
    return program.recurs() && !(program.figures().follow() && ranks.interfaces != null);
  }

  /** What was skipped where on a lane. */
  List<Skip> skips(int lane) {
    return fastForwarder == null ? List.of() : fastForwarder.skips(lane);
  }

  /**
   * Runs all ranks to their ends.
   *
   * @throws UnsuitableException if they do not get there, or leave something over
   */
  void run() {
    for (int rank = 0; rank < ranks.count; rank++) {
      ranks.ready.add(rank);
    }
    long turns = 0;
    do {
      while (!ranks.ready.isEmpty()) {
        run(ranks.ready.remove());
        if (++turns % PROGRESS_EVERY == 0) {
          progress.accept(executed);
        }
      }
    } while (somethingGoesOn());
    requireNothingLeft();
    accounts.addSites();
  }

  /** No rank can go on of itself: finds some that may, or messages that may be given. */
  private boolean somethingGoesOn() {
    if (network != null) {
      return nextInTime();
    }
    if (departures != null && departures.give()) {
      return true;
    }
    if (!ranks.parked.isEmpty()) {
      fastForwarder.round();
      while (!ranks.parked.isEmpty()) {
        ranks.ready.add(ranks.parked.remove());
      }
      return true;
    }
    return departures != null && matchesGoOn();
  }

  /** With contention: the next message starts, unless a rank that stands at an iteration's end is to go on before that. */
  private boolean nextInTime() {
    if (!network.isRanksTurn()) {
      return transport.startNext();
    }
    int rank = network.nextRank();
    fastForwarder.turn(rank);
    ranks.resting.remove(rank);
    ranks.ready.add(rank);
    return true;
  }

  private boolean matchesGoOn() {
    departures.onlyRest(ranks.resting);
    if (departures.give()) {
      return true;
    }
    if (!ranks.resting.isEmpty()) {
      while (!ranks.resting.isEmpty()) {
        int rank = ranks.resting.get(0);
        ranks.resting.remove(rank);
        ranks.ready.add(rank);
      }
      return true;
    }
    if (departures.isEmpty()) {
      return false;
    }
    departures.settle();
    return true;
  }

  private void requireNothingLeft() {
    if (ranks.finished < ranks.count) {
      throw new UnsuitableException("ranks wait forever");
    }
    for (int queue : transport.head) {
      if (queue != Slots.NONE) {
        throw new UnsuitableException("messages were never received");
      }
    }
    if (!mailboxes.areEmpty()) {
      throw new UnsuitableException("messages were never received");
    }
    if (!strands.isEmpty()) {
      throw new UnsuitableException("collectives never ended");
    }
    for (Meetings open : networks.meetings) {
      if (!open.isEmpty()) {
        throw new UnsuitableException("collectives were not reached by all their ranks");
      }
    }
  }

  /** Runs one rank, or one of its strands, until it has to wait, or lets others go on. */
  private void run(int rank) {
    int[] code = program.code();
    int frame = rank * ranks.frames + ranks.depth[rank];
    int pc = ranks.at[rank];
    while (true) {
      switch (code[pc]) {
        case Op.ISEND -> {
          requests.add(rank, Slots.NONE);
          transport.send(rank, code[pc + 1], code[pc + 2]);
          accounts.sent[code[pc + 3]]++;
          executed++;
          pc += 4;
          if (ranks.undelivered[rank] > FAR_AHEAD && !ranks.ready.isEmpty()) {
            letOthers(rank, pc, frame);
            return;
          }
        }
        case Op.SEND -> {
          transport.send(rank, code[pc + 1], code[pc + 2]);
          accounts.sent[code[pc + 3]]++;
          executed++;
          pc += 4;
          if (ranks.undelivered[rank] > FAR_AHEAD && !ranks.ready.isEmpty()) {
            letOthers(rank, pc, frame);
            return;
          }
        }
        case Op.IRECV -> {
          requests.add(rank, transport.receive(rank, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          executed++;
          pc += 2;
        }
        case Op.IRECV_AWAITED -> {
          requests.expect(rank, transport.receive(rank, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          executed++;
          pc += 2;
        }
        case Op.BEGIN_AWAITED -> {
          clocks.begin(rank);
          requests.pass(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.BEGIN -> {
          clocks.begin(rank);
          pc++;
        }
        case Op.EXPECT -> {
          int count = code[pc + 1];
          for (int i = 0; i < count; i++) {
            requests.expectRequest(rank, code[pc + 2 + i]);
          }
          pc += 2 + count;
        }
        case Op.AWAIT -> {
          if (ranks.pending[rank] > 0) {
            ranks.blocked[rank] = true;
            ranks.stop(rank, pc, frame);
            return;
          }
          requests.absorb(rank);
          pc++;
        }
        case Op.END -> {
          clocks.end(rank, code[pc + 1]);
          executed++;
          pc += 2;
        }
        case Op.COMPUTE -> {
          clocks.compute(rank, code[pc + 1]);
          accounts.computed[code[pc + 2]]++;
          pc += 3;
        }
        case Op.CLOSE -> {
          ranks.ordinal[frame]++;
          if (--ranks.left[frame] > 0) {
            pc = code[pc + 1];
            if (fastForwarder != null) {
              ranks.stop(rank, pc, frame);
              park(rank);
              return;
            }
          } else {
            frame--;
            pc += 2;
          }
        }
        case Op.RECV -> {
          clocks.begin(rank);
          requests.expect(rank, transport.receive(rank, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          pc += 3;
        }
        case Op.RECEIVE_PART -> {
          requests.expect(rank, transport.receive(rank, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          pc += 2;
        }
        case Op.SEND_PART -> {
          transport.send(rank, code[pc + 1], code[pc + 2]);
          pc += 3;
        }
        case Op.SEND_LATE_PART -> {
          int slot = transport.sendLate(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (code[pc + 3] == 1) {
            requests.expect(rank, slot << 2 | RequestCalls.SENDER);
          }
          pc += 4;
        }
        case Op.ISEND_LATE -> {
          int slot = transport.sendLate(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          requests.add(rank, code[pc + 3] == 1 ? slot << 2 | RequestCalls.SENDER : Slots.NONE);
          pc += 4;
        }
        case Op.OPEN -> {
          long iterations = (long) code[pc + 2] << 32 | code[pc + 3] & 0xFFFF_FFFFL;
          ranks.ordinal[frame + 1] = ranks.ordinal[frame] * iterations;
          ranks.left[++frame] = iterations;
          ranks.loop[frame] = code[pc + 1];
          pc += 4;
        }
        case Op.OPEN_VARYING -> {
          int loop = code[pc + 1];
          long outer = ranks.ordinal[frame++];
          ranks.left[frame] = program.programs().iterations(loop, rank, outer);
          ranks.ordinal[frame] = program.programs().bodiesBefore(loop, rank, outer);
          ranks.loop[frame] = loop;
          pc += 2;
        }
        case Op.COMPUTE_AFTER -> {
          int count = code[pc + 2];
          for (int i = pc + 3; i < pc + 3 + 3 * count; i += 3) {
            if (code[i] == ranks.previous[rank]) {
              clocks.compute(rank, code[i + 1]);
              accounts.computed[code[i + 2]]++;
            }
          }
          pc += 3 + 3 * count;
        }
        case Op.FIND -> {
          clocks.find(rank, code[pc + 1], ranks.ordinal[frame]);
          pc += 2;
        }
        case Op.PREVIOUS -> {
          ranks.previous[rank] = code[pc + 1];
          pc += 2;
        }
        case Op.CASE -> pc = code[pc + 2 + (int) (ranks.ordinal[frame] % code[pc + 1])];
        case Op.JUMP -> pc = code[pc + 1];
        case Op.OVER -> {
          requests.add(rank, Slots.NONE);
          pc++;
        }
        case Op.PREPARE -> {
          requests.prepare(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          pc += 4;
        }
        case Op.START -> {
          requests.start(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.FREE -> {
          requests.freeAt(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.MEET -> {
          networks.come(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          pc += 4;
        }
        case Op.NETWORK -> {
          boolean last = networks.meet(rank, code[pc + 1], code[pc + 2], code[pc + 3] == 1);
          pc += 4;
          if (!last) {
            ranks.stop(rank, pc, frame);
            return;
          }
        }
        case Op.COPY -> {
          ranks.clock.add(rank, program.networks().picos, code[pc + 1]);
          ranks.overhead.add(rank, program.networks().picos, code[pc + 1]);
          pc += 2;
        }
        case Op.DEPART -> {
          int request = requests.depart(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (request != Slots.NONE) {
            requests.expect(rank, request);
          }
          pc += 4;
          if (ranks.ahead[rank] > FAR_AHEAD) {
            ranks.stop(rank, pc, frame);
            rest(rank);
            return;
          }
        }
        case Op.IDEPART -> {
          requests.add(rank, requests.depart(rank, code[pc + 1], code[pc + 2], code[pc + 3]));
          pc += 4;
          if (ranks.ahead[rank] > FAR_AHEAD) {
            ranks.stop(rank, pc, frame);
            rest(rank);
            return;
          }
        }
        case Op.ASK -> {
          requests.expect(rank, mailboxes.ask(rank, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          pc += 2;
        }
        case Op.IASK -> {
          requests.add(rank, mailboxes.ask(rank, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          executed++;
          pc += 2;
        }
        case Op.PROBE -> {
          if (!mailboxes.probe(rank, code[pc + 1])) {
            ranks.stop(rank, pc, frame);
            return;
          }
          pc += 2;
        }
        case Op.SEND_NUMBERED -> {
          int slot = transport.sendNumbered(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (code[pc + 3] == Op.LATE_AND_WAITS) {
            requests.expect(rank, slot << 2 | RequestCalls.SENDER);
          }
          pc += 4;
        }
        case Op.RECEIVE_NUMBERED -> {
          int slot = transport.receiveNumbered(rank, code[pc + 1]);
          requests.expect(rank, slot << 2 | RequestCalls.RECEIVER);
          pc += 2;
        }
        case Op.FORK -> {
          int strand = strands.start(rank, pc + 2);
          requests.add(rank, strands.request(strand) << 2 | RequestCalls.SENDER);
          run(strand); // at once: collectives begin in the order of the program
          pc = code[pc + 1];
        }
        case Op.JOIN -> {
          strands.end(rank);
          return;
        }
        case Op.NOTHING -> {
          executed++;
          pc++;
        }
        case Op.HALT -> {
          if (fastForwarder != null) {
            fastForwarder.end(rank);
          }
          ranks.finished++;
          ranks.stop(rank, pc, frame);
          return;
        }
        default -> throw new AssertionError(code[pc]);
      }
    }
  }

  /** A rank stands at the end of an iteration. */
  private void park(int rank) {
    clocks.begin(rank); // when its last call began matters no more
    if (network != null) {
      ranks.resting.add(rank);
      network.rest(rank, ranks.clock.first(rank));
    } else if (departures == null) {
      ranks.parked.add(rank);
    } else if (ranks.ahead[rank] > Ranks.FEW_AHEAD) {
      rest(rank);
    } else {
      ranks.parked.add(rank);
      departures.rests(rank);
    }
  }

  /** A rank waits until those that receive from it have caught up, or nobody else can go on. */
  private void rest(int rank) {
    ranks.resting.add(rank);
    departures.rests(rank);
  }

  private void letOthers(int rank, int pc, int frame) {
    ranks.stop(rank, pc, frame);
    ranks.ready.add(rank);
  }
}
