package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.ComputeTimes;
import io.github.tracecast.simulate.HalfDuplex;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.Skip;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Evaluates a lowered program on all lanes at once. A rank runs until it wants a message that has not
 * been sent; a message's arrival is known when it is sent, so there is no queue of events, and the order
 * in which ranks run changes nothing.
 *
 * <p>Matching and the order of a rank's calls are the same on all lanes; only clocks differ. One use, one
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
  final Slots slots;
  final Arrivals arrivals;

  /** By rank and lane; null where each direction of an interface has a bandwidth of its own. */
  final HalfDuplex interfaces;

  long executed;

  private final LaneProgram program;
  private final int lanes;
  private final LaneRows rows;
  private final RequestCalls requests;
  private final LongConsumer progress;
  private final FastForwarder fastForwarder;

  /** Computation that was looked up, by lane, ps. */
  private final long[] found;

  /**
   * @param skips whether iterations that would repeat themselves are skipped
   */
  Evaluation(LaneProgram program, boolean skips, LongConsumer progress) {
    this.program = program;
    this.progress = progress;
    lanes = program.lanes();
    rows = new LaneRows(lanes);
    found = new long[lanes];
    accounts = new Accounts(program);
    ranks = new Ranks(program);
    slots = new Slots(lanes);
    interfaces = program.costs().halfDuplex() ? new HalfDuplex(ranks.count * lanes) : null;
    arrivals = new Arrivals(lanes, ranks.count, slots, interfaces, program.costs());
    transport = new Transport(program, ranks, slots, interfaces, accounts.overhead);
    networks = new Networks(program, ranks);
    requests = new RequestCalls(ranks, slots, transport, arrivals, accounts.overhead);
    fastForwarder = skips && program.recurs() ? new FastForwarder(program, this) : null;
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
    while (!ranks.ready.isEmpty()) {
      run(ranks.ready.remove());
      if (++turns % PROGRESS_EVERY == 0) {
        progress.accept(executed);
      }
      if (ranks.ready.isEmpty() && !ranks.parked.isEmpty()) {
        fastForwarder.round();
        while (!ranks.parked.isEmpty()) {
          ranks.ready.add(ranks.parked.remove());
        }
      }
    }
    requireNothingLeft();
    accounts.addSites();
  }

  private void requireNothingLeft() {
    if (ranks.finished < ranks.count) {
      throw new UnsuitableException("ranks wait for what never comes");
    }
    for (int queue : transport.head) {
      if (queue != Slots.NONE) {
        throw new UnsuitableException("messages were never received");
      }
    }
    for (Meetings open : networks.meetings) {
      if (!open.isEmpty()) {
        throw new UnsuitableException("collectives were not reached by all their ranks");
      }
    }
  }

  /** Runs one rank until it has to wait, or lets others go on. */
  private void run(int rank) {
    int[] code = program.code();
    int base = rank * lanes;
    int frame = rank * ranks.frames + ranks.depth[rank];
    int pc = ranks.at[rank];
    while (true) {
      switch (code[pc]) {
        case Op.ISEND -> {
          requests.add(rank, Slots.NONE);
          transport.send(rank, base, code[pc + 1], code[pc + 2]);
          accounts.sent[code[pc + 3]]++;
          executed++;
          pc += 4;
          if (ranks.undelivered[rank] > FAR_AHEAD && !ranks.ready.isEmpty()) {
            letOthers(rank, pc, frame);
            return;
          }
        }
        case Op.SEND -> {
          transport.send(rank, base, code[pc + 1], code[pc + 2]);
          accounts.sent[code[pc + 3]]++;
          executed++;
          pc += 4;
          if (ranks.undelivered[rank] > FAR_AHEAD && !ranks.ready.isEmpty()) {
            letOthers(rank, pc, frame);
            return;
          }
        }
        case Op.IRECV -> {
          requests.add(rank, transport.receive(base, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
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
          requests.absorb(rank, base);
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
          ranks.ordinal[frame]++;
          if (--ranks.left[frame] > 0) {
            pc = code[pc + 1];
            if (fastForwarder != null) {
              ranks.stop(rank, pc, frame);
              ranks.parked.add(rank);
              return;
            }
          } else {
            frame--;
            pc += 2;
          }
        }
        case Op.RECV -> {
          begin(base);
          requests.expect(rank, transport.receive(base, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          pc += 3;
        }
        case Op.RECEIVE_PART -> {
          requests.expect(rank, transport.receive(base, code[pc + 1]) << 2 | RequestCalls.RECEIVER);
          pc += 2;
        }
        case Op.SEND_PART -> {
          transport.send(rank, base, code[pc + 1], code[pc + 2]);
          pc += 3;
        }
        case Op.SEND_LATE_PART -> {
          int slot = transport.sendLate(rank, base, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (code[pc + 3] == 1) {
            requests.expect(rank, slot << 2 | RequestCalls.SENDER);
          }
          pc += 4;
        }
        case Op.ISEND_LATE -> {
          int slot = transport.sendLate(rank, base, code[pc + 1], code[pc + 2], code[pc + 3]);
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
              compute(base, code[i + 1] * lanes);
              accounts.computed[code[i + 2]]++;
            }
          }
          pc += 3 + 3 * count;
        }
        case Op.FIND -> {
          find(rank, base, code[pc + 1], ranks.ordinal[frame]);
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
          requests.start(rank, base, code[pc + 1]);
          pc += 2;
        }
        case Op.FREE -> {
          requests.freeAt(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.MEET -> {
          networks.come(code[pc + 1], code[pc + 2], code[pc + 3]);
          pc += 4;
        }
        case Op.NETWORK -> {
          boolean last = networks.meet(
              rank, base, code[pc + 1], code[pc + 2], code[pc + 3], code[pc + 4] == 1);
          pc += 5;
          if (!last) {
            ranks.stop(rank, pc, frame);
            return;
          }
        }
        case Op.COPY -> {
          rows.add(ranks.clock, base, program.networks().picos, code[pc + 1] * lanes);
          rows.add(accounts.overhead, base, program.networks().picos, code[pc + 1] * lanes);
          pc += 2;
        }
        case Op.NOTHING -> {
          executed++;
          pc++;
        }
        case Op.HALT -> {
          if (fastForwarder != null) {
            fastForwarder.end(base);
          }
          ranks.finished++;
          ranks.stop(rank, pc, frame);
          return;
        }
        default -> throw new AssertionError(code[pc]);
      }
    }
  }

  private void letOthers(int rank, int pc, int frame) {
    ranks.stop(rank, pc, frame);
    ranks.ready.add(rank);
  }

  // ---- clocks

  private void compute(int base, int row) {
    long[] picos = program.computes().picos;
    rows.add(ranks.clock, base, picos, row);
    rows.add(accounts.compute, base, picos, row);
  }

  private void find(int rank, int base, int event, long execution) {
    Arrays.fill(found, 0);
    program.figures().add(found, 0, Share.COMPUTE, event, rank, k -> {
      ComputeTimes times = program.computeTimes()[k];
      int index = times.find(event, rank, ranks.previous[rank], execution);
      return index < 0 ? 0 : times.picos(index, event, rank, execution);
    });
    for (int k = 0; k < lanes; k++) {
      ranks.clock[base + k] += found[k];
      accounts.compute[base + k] += found[k];
      accounts.computeBefore.add(event * lanes + k, found[k]);
    }
  }

  private void begin(int base) {
    rows.copy(ranks.clock, base, ranks.callStart, base);
    rows.copy(accounts.overhead, base, ranks.overheadStart, base);
  }

  private void end(int base, int event) {
    for (int k = 0; k < lanes; k++) {
      long now = ranks.clock[base + k];
      if (now < 0 || now > Picos.MAX) {
        throw new UnsuitableException("more simulated time than there can be");
      }
      accounts.end(
          event,
          k,
          now - ranks.callStart[base + k],
          accounts.overhead[base + k] - ranks.overheadStart[base + k]);
    }
  }
}
