package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.calls.TimeDependence;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.ContendedNetwork;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.result.Timeline;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Evaluates a lowered program on all lanes at once. A rank runs until it needs a message that has
 * not been sent. A message's arrival is known when it is sent. So there is no event queue, and the
 * order in which ranks run does not change the result. If a receive has a choice,
 * {@link Departures} determines its message.
 *
 * <p>Matching and the order of a rank's calls are the same on all {@link LiveLanes live} lanes.
 * Only clocks differ. One use, one thread.
 */
public final class Interpreter {
  /**
   * Most messages of a rank that nobody has received. A rank with more rests, which bounds memory.
   */
  private static final int FAR_AHEAD = 256;

  private static final int PROGRESS_EVERY = 1 << 14;

  public final Accounts accounts;
  public final RankStates ranks;
  public final Transport transport;
  public final CollectiveNetworks networks;
  public final Strands strands;
  public final Slots slots;
  public final Mailboxes mailboxes;
  public final LiveLanes live;

  /** Null without mailboxes. */
  public final Departures departures;

  /** Null if messages do not delay each other. */
  public final ContendedNetwork network;

  final Arrivals arrivals;

  public long executed;

  /** Position of the last instruction that may have found an error in its call. */
  private int running;

  /** Null unless the program runs in the order of time. */
  public final TimedNetwork timed;

  public final LaneProgram program;

  /** Times at which ranks check for messages. Null if no sender waits for that. */
  public final ProgressTimes[] looks;

  private final Clocks clocks;
  private final RequestCalls requests;
  private final OpenCompletions completions;
  private final LongConsumer progress;
  private final Timeline timeline;

  /** Null unless the program runs in the order of time and may skip iterations. */
  private FastForwarding.InTime inTime;

  /** Null unless ranks run in any order and iterations may be skipped. */
  private FastForwarding.AtIterations atIterations;

  /** Simulated time skipped so far, ps; only in the order of time. */
  public long skippedPicos;

  private long turns;

  public Interpreter(LaneProgram program, LongConsumer progress) {
    this(program, new Slots(program.lanes()), null, false, null, progress);
  }

  private Interpreter(
      LaneProgram program,
      Slots slots,
      Network throughNetwork,
      boolean contended,
      Timeline timeline,
      LongConsumer progress) {
    this.program = program;
    this.progress = progress;
    this.timeline = timeline;
    accounts = new Accounts(program);
    this.slots = slots;
    network = throughNetwork instanceof ContendedNetwork links ? links : null;
    timed = throughNetwork instanceof TimedNetwork inTime ? inTime : null;
    ranks = new RankStates(program, contended, timeline == null ? null : timeline::holds);
    arrivals = new Arrivals(program.lanes(), ranks, slots, program.costs());
    clocks = new Clocks(program, ranks, accounts, timeline);
    transport = new Transport(program, ranks, slots, throughNetwork);
    networks = new CollectiveNetworks(program, ranks, timed);
    strands = new Strands(ranks, slots, transport, timed);
    live = new LiveLanes(program);
    mailboxes = new Mailboxes(program, ranks, slots, transport, timed);
    departures = program.mail().count() == 0 || timed != null
        ? null
        : new Departures(program, live, ranks, slots, mailboxes);
    requests =
        new RequestCalls(ranks, slots, transport, mailboxes, departures, timed, program, arrivals);
    completions = new OpenCompletions(ranks, slots, requests, timed);
    looks = timed != null && program.costs().anyWatched() ? looks(ranks.count, timed) : null;
  }

  private static ProgressTimes[] looks(int ranks, TimedNetwork timed) {
    return Stream.generate(() -> new ProgressTimes(timed.engine()))
        .limit(ranks)
        .toArray(ProgressTimes[]::new);
  }

  /**
   * Evaluates on one machine whose links serve one message after another. Neither matches nor
   * overlapping calls may depend on time.
   */
  public static Interpreter contended(LaneProgram program, Machine machine, LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    ContendedNetwork network = new ContendedNetwork(program, machine, slots);
    return new Interpreter(program, slots, network, true, null, progress);
  }

  /**
   * Evaluates on one machine, in the time of an engine.
   *
   * @param timeline receives what ranks do; may be null
   */
  public static Interpreter inTime(
      LaneProgram program,
      Machine machine,
      TimingEngine engine,
      boolean startsInOrder,
      Timeline timeline,
      LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    boolean ordered = TimeDependence.of(program.programs().trace());
    TimedNetwork network =
        new TimedNetwork(program, machine, engine, slots, ordered, startsInOrder);
    return new Interpreter(program, slots, network, engine.contends(), timeline, progress);
  }

  /** Skips iterations, in the order of time. */
  public void skipBy(FastForwarding.InTime by) {
    inTime = by;
  }

  /** Skips iterations, where ranks run in any order and states can {@link #recurs recur}. */
  public void skipBy(FastForwarding.AtIterations by) {
    atIterations = by;
  }

  /**
   * Whether states can recur. With half-duplex interfaces, a follower's time may be a sum from
   * several rows, so it does not come from one row.
   */
  public boolean recurs() {
    return program.recurs() && !(program.figures().follow() && ranks.interfaces != null);
  }

  /** What was skipped on a lane, and where. */
  public List<Skip> skips(int lane) {
    FastForwarding by = inTime == null ? atIterations : inTime;
    return by == null ? List.of() : by.skips(lane);
  }

  /**
   * Runs all ranks to their ends.
   *
   * @throws ReplayException if they cannot get there; it names the ranks that wait and what they
   *     wait for
   */
  public void run() {
    for (int rank = 0; rank < ranks.count; rank++) {
      ranks.ready.add(rank);
    }
    if (timed != null) {
      runReady();
      timed.run(new InTime());
    } else {
      do {
        runReady();
      } while (somethingGoesOn());
    }
    if (ranks.finished < ranks.count) {
      throw new ReplayException(new StuckReport(this).text());
    }
    accounts.addSites();
  }

  /** Runs all ranks that can continue, and those that they wake. */
  private void runReady() {
    while (!ranks.ready.isEmpty()) {
      int row = ranks.ready.remove();
      try {
        run(row);
      } catch (ReplayException e) {
        throw located(row, e);
      }
      count();
    }
  }

  private void count() {
    if (++turns % PROGRESS_EVERY == 0) {
      progress.accept(executed);
    }
  }

  /** Adds the place of the call to an error that does not name it. */
  private ReplayException located(int row, ReplayException e) {
    if (e.getMessage().contains("simulated time") || e.getMessage().startsWith("timeline")) {
      return e;
    }
    int rank = strands.owner(row);
    int event = program.eventAt(running);
    return new ReplayException("event " + event + " ("
        + program.programs().trace().events().get(event).call().mpiName() + ") on rank " + rank
        + ": " + e.getMessage());
  }

  /** Handles what happens in the order of time. */
  private final class InTime implements TimedNetwork.Events {
    @Override
    public void departed(int slot) {
      if (slots.state[slot] == Slots.FLYING) {
        timed.flow(slot);
      }
      int channel = timed.channel(slot);
      if (program.mail().mailboxOf(channel) == MailTable.NONE) {
        transport.departed(slot);
      } else {
        mailboxes.give(slot);
      }
    }

    @Override
    public void arrived(int slot) {
      int watcher = timed.watcherOf(slot);
      if (watcher != TimedNetwork.NONE) {
        int receiver = program.channels().destination(timed.channel(slot));
        slots.picos.set(watcher, 0, looks[receiver].next(timed.now()));
        if (slots.picos.first(watcher) <= timed.now()) {
          transport.arrived(watcher);
        } else {
          timed.ends(watcher);
        }
      }
      boolean unmet = timed.receiveOf(slot) == TimedNetwork.NONE;
      transport.landed(slot);
      if (unmet && program.mail().mailboxOf(timed.channel(slot)) != MailTable.NONE) {
        mailboxes.visible(slot);
      }
    }

    @Override
    public void turn(int rank) {
      ranks.ready.add(rank);
    }

    @Override
    public void gathered(int row) {
      networks.gathered(row);
    }

    @Override
    public void ended(int row) {
      networks.ended(row);
    }

    @Override
    public void over(int slot) {
      transport.arrived(slot);
    }

    @Override
    public void settle() {
      runReady();
      count();
      if (inTime != null) {
        inTime.look(turns);
      }
    }
  }

  /** Finds ranks that may continue, or messages that may be given, when no rank can continue. */
  private boolean somethingGoesOn() {
    if (network != null) {
      return nextInTime();
    }
    if (departures != null && departures.give()) {
      return true;
    }
    if (!ranks.parked.isEmpty()) {
      atIterations.round();
      while (!ranks.parked.isEmpty()) {
        ranks.ready.add(ranks.parked.remove());
      }
      return true;
    }
    return departures != null && matchesGoOn();
  }

  /**
   * Starts the next message, with contention. A rank at an iteration's end may have its turn before
   * that.
   */
  private boolean nextInTime() {
    if (!network.isRanksTurn()) {
      if (network.isEmpty()) {
        return false;
      }
      transport.arrived(network.next());
      return true;
    }
    int rank = network.nextRank();
    atIterations.turn(rank);
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

  /** Runs one rank or one of its strands until it has to wait or lets others continue. */
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
          running = pc;
          int count = code[pc + 1];
          for (int i = 0; i < count; i++) {
            requests.expectRequest(rank, code[pc + 2 + i]);
          }
          pc += 2 + count;
        }
        case Op.AWAIT -> {
          if (ranks.pending[rank] > 0) {
            if (looks != null && rank < ranks.count) {
              looks[rank].await(ranks.clock.first(rank));
            }
            ranks.blocked[rank] = true;
            ranks.stop(rank, pc, frame);
            return;
          }
          if (timed != null) {
            absorbInTime(rank);
          } else {
            requests.absorb(rank);
          }
          pc++;
        }
        case Op.END -> {
          clocks.end(rank, code[pc + 1]);
          if (looks != null) {
            looks[rank].end(ranks.clock.first(rank));
          }
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
            if (atIterations != null) {
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
          running = pc;
          requests.start(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.FREE -> {
          running = pc;
          requests.freeAt(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.MEET -> {
          running = pc;
          networks.come(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          pc += 4;
        }
        case Op.NETWORK -> {
          if (looks != null && rank < ranks.count) {
            looks[rank].begin(ranks.clock.first(rank));
          }
          boolean last =
              networks.meet(rank, code[pc + 1], code[pc + 2], code[pc + 3] == 1, code[pc + 4]);
          pc += 5;
          if (!last) {
            ranks.stop(rank, pc, frame);
            return;
          }
        }
        case Op.COPY -> {
          ranks.clock.add(rank, program.networks().picos, code[pc + 1]);
          ranks.overhead.add(rank, program.networks().picos, code[pc + 1]);
          if (ranks.work != null) {
            ranks.worked(rank, program.networks().picos.first(code[pc + 1]));
          }
          pc += 2;
        }
        case Op.DEPART -> {
          int request = requests.depart(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (request != Slots.NONE) {
            requests.expect(rank, request);
          }
          pc += 4;
          if (timed != null) {
            if (ranks.undelivered[rank] > FAR_AHEAD && !ranks.ready.isEmpty()) {
              letOthers(rank, pc, frame);
              return;
            }
          } else if (ranks.ahead[rank] > FAR_AHEAD) {
            ranks.stop(rank, pc, frame);
            rest(rank);
            return;
          }
        }
        case Op.IDEPART -> {
          requests.add(rank, requests.depart(rank, code[pc + 1], code[pc + 2], code[pc + 3]));
          pc += 4;
          if (timed != null) {
            if (ranks.undelivered[rank] > FAR_AHEAD && !ranks.ready.isEmpty()) {
              letOthers(rank, pc, frame);
              return;
            }
          } else if (ranks.ahead[rank] > FAR_AHEAD) {
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
          int request = requests.sendNumbered(rank, code[pc + 1], code[pc + 2], code[pc + 3]);
          if (request != Slots.NONE) {
            requests.expect(rank, request);
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
          run(strand); // runs at once: collectives begin in program order
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
          if (atIterations != null) {
            atIterations.end(rank);
          }
          if (looks != null) {
            looks[rank].begin(ranks.clock.first(rank));
          }
          if (skippedPicos > 0) {
            ranks.clock.add(rank, 0, skippedPicos);
          }
          ranks.finished++;
          ranks.stop(rank, pc, frame);
          return;
        }
        case Op.DONE -> {
          requests.add(rank, requests.finished(rank));
          pc++;
        }
        case Op.SEND_WATCHED -> {
          requests.expect(rank, requests.sendWatched(rank, code[pc + 1], code[pc + 2]));
          pc += 3;
        }
        case Op.ISEND_WATCHED -> {
          requests.add(rank, requests.sendWatched(rank, code[pc + 1], code[pc + 2]));
          pc += 3;
        }
        case Op.LOOK -> {
          if (looks != null) {
            looks[rank].begin(ranks.clock.first(rank));
          }
          pc++;
        }
        case Op.TURN -> {
          pc++;
          if (ranks.clock.first(rank) > timed.now()) {
            timed.turn(rank, ranks.clock.first(rank));
            ranks.stop(rank, pc, frame);
            return;
          }
        }
        case Op.COMPLETE -> {
          running = pc;
          if (!completions.complete(rank, code[pc + 1], code, pc + 3, code[pc + 2])) {
            ranks.stop(rank, pc, frame);
            return;
          }
          pc += 3 + code[pc + 2];
        }
        case Op.COMPLETE_UNTIL -> {
          running = pc;
          if (!completions.completeUntil(rank, code[pc + 1], code, pc + 3, code[pc + 2])) {
            ranks.stop(rank, pc, frame);
            return;
          }
          pc += 3 + code[pc + 2];
        }
        case Op.CANCEL -> {
          running = pc;
          for (int i = 0; i < code[pc + 1]; i++) {
            requests.cancel(rank, code[pc + 2 + i]);
          }
          pc += 2 + code[pc + 1];
        }
        case Op.TELL -> {
          clocks.tell(rank, code[pc + 1]);
          pc += 2;
        }
        case Op.FAIL -> {
          running = pc;
          throw new ReplayException(program.failures().get(code[pc + 1]));
        }
        default -> throw new AssertionError(code[pc]);
      }
    }
  }

  /** Takes everything that a rank waited for, in the order of time. */
  private void absorbInTime(int row) {
    if (looks != null && row < ranks.count) {
      looks[row].found(ranks.clock.first(row), requests.latestTold(row));
    }
    if (timeline != null) {
      for (int i = 0; i < ranks.expectedCount[row]; i++) {
        tell(ranks.expected[row][i]);
      }
    }
    requests.absorb(row);
  }

  /** Reports a taken message to the timeline. */
  private void tell(int request) {
    int slot = request >> 2;
    if ((request & 3) == RequestCalls.RECEIVER) {
      ChannelNumbers channels = program.channels();
      int channel = timed.channel(slot);
      timeline.message(
          channels.source(channel),
          channels.destination(channel),
          program.costs().bytes[slots.cost[slot]],
          timed.start(slot),
          slots.picos.first(slot));
    }
  }

  /** Lets a rank stand at the end of an iteration. */
  private void park(int rank) {
    clocks.begin(rank); // the start of its last call matters no more
    if (network != null) {
      ranks.resting.add(rank);
      network.rest(rank, ranks.clock.first(rank));
    } else if (departures == null) {
      ranks.parked.add(rank);
    } else if (ranks.ahead[rank] > RankStates.FEW_AHEAD) {
      rest(rank);
    } else {
      ranks.parked.add(rank);
      departures.rests(rank);
    }
  }

  /** Lets a rank wait until its receivers have caught up or no other rank can continue. */
  private void rest(int rank) {
    ranks.resting.add(rank);
    departures.rests(rank);
  }

  private void letOthers(int rank, int pc, int frame) {
    ranks.stop(rank, pc, frame);
    ranks.ready.add(rank);
  }
}
