package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CollectiveStep;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.progress.ProgressTimes;
import java.util.Arrays;

/**
 * Executes the instructions of a rank, or of a strand, which is a non-blocking collective in
 * progress. Each instruction has a method, which returns the position of the next instruction, or
 * {@link #STOP}. One thread.
 */
final class Instructions {
  /** Result instead of a position if the rank or strand has to stop. */
  private static final int STOP = -1;

  private final LaneProgram program;
  private final int[] code;
  private final int[] addresses;
  private final Accounts accounts;
  private final RankStates ranks;
  private final Waits waits;
  private final OpenLoops loops;
  private final Transport transport;
  private final Network network;
  private final ProgressTimes looks;
  private final RequestCalls requests;
  private final Processors processors;

  /** All parts of the run, for the rarer instructions. */
  private final RunParts parts;

  private FastForwarding skips = FastForwarding.NONE;
  private boolean stopsRanks;

  private long executed;

  /** The index of the first entry of {@link LaneProgram#addresses} of the running rank. */
  private int firstAddress;

  /** Position of the last instruction that may report an error. */
  private int running;

  Instructions(RunParts parts) {
    this.parts = parts;
    program = parts.program();
    code = program.code();
    addresses = program.addresses();
    accounts = parts.accounts();
    ranks = parts.ranks();
    waits = ranks.waits();
    loops = ranks.loops();
    transport = parts.transport();
    requests = parts.requests();
    processors = parts.processors();
    network = parts.network();
    looks = parts.looks();
  }

  void skipBy(FastForwarding by) {
    skips = by;
    stopsRanks = by.stopsRanks();
  }

  /** Number of replayed MPI calls; a call of alike ranks counts once for each of them. */
  long executed() {
    return executed;
  }

  /** The event of the last instruction that may report an error. */
  int event() {
    return program.eventAt(running);
  }

  /** Runs a rank or strand until it has to wait, or until other ranks or strands should continue first. */
  void run(int row) {
    int outer = firstAddress;
    long before = executed;
    firstAddress = ranks.firstAddress(row);
    int pc = ranks.next(row);
    while (pc != STOP) {
      pc = switch (code[pc]) {
        case Op.SEND -> send(row, pc);
        case Op.RECEIVE -> receive(row, pc);
        case Op.BEGIN -> begin(row, pc);
        case Op.EXPECT -> expect(row, pc);
        case Op.AWAIT -> await(row, pc);
        case Op.END -> end(row, pc);
        case Op.TURN -> turn(row, pc);
        case Op.COMPUTE -> compute(row, pc);
        case Op.COMPUTE_AFTER -> computeAfter(row, pc);
        case Op.PREVIOUS -> previous(row, pc);
        case Op.CASE -> choose(row, pc);
        case Op.OPEN -> open(row, pc);
        case Op.CLOSE -> close(row, pc);
        default -> rarer(row, pc);
      };
    }
    firstAddress = outer;
    executed += (executed - before) * (program.alike().size(row) - 1);
  }

  /** Executes one of the instructions that are not on the hot path. */
  private int rarer(int row, int pc) {
    running = pc;
    return switch (code[pc]) {
      case Op.COLLECTIVE_NETWORK -> onNetwork(row, pc);
      case Op.PROBE -> parts.mailboxes().probe(row, code[pc + 1]) ? pc + 2 : stop(row, pc);
      case Op.FORK -> fork(row, pc);
      case Op.HALT -> halt(row, pc);
      case Op.COMPLETE -> complete(row, pc);
      case Op.SEND_STEP -> sendStep(row, pc);
      case Op.RECEIVE_STEP -> receiveStep(row, pc);
      case Op.FOLLOW -> follow(row, pc);
      case Op.AGAIN -> ranks.again(row, code[pc + 2]) ? pc - code[pc + 1] : pc + 3;
      default -> {
        act(row, pc);
        yield pc + Op.length(code, pc);
      }
    };
  }

  /** Executes an instruction after which the program always continues with the next instruction. */
  private void act(int row, int pc) {
    switch (code[pc]) {
      case Op.FIND -> accounts.find(row, code[pc + 1], loops.execution(row));
      case Op.OVER -> requests.keep(row, Slots.NONE, Op.MADE);
      case Op.PREPARE -> requests.prepare(row, pc);
      case Op.START -> start(row, code[pc + 1]);
      case Op.FREE -> requests.freeAt(row, code[pc + 1]);
      case Op.CANCEL -> requests.cancel(row, code[pc + 1]);
      case Op.MEET ->
        parts.collectiveNetworks().come(row, code[pc + 2], addresses[address(pc)], code[pc + 3]);
      case Op.COPY -> ranks.work(row, program.collectiveTimes().picos, code[pc + 1]);
      case Op.LOOK -> looks.begins(row, ranks.clock().first(row));
      case Op.SEARCH -> parts.mailboxes().begins(row, code[pc + 1]);
      case Op.FAIL -> throw new CallException(program.failures().get(code[pc + 1]));
      default -> throw new AssertionError(code[pc]);
    }
  }

  /** Stops a rank or strand at a position. */
  private int stop(int row, int pc) {
    ranks.moveTo(row, pc);
    return STOP;
  }

  /** The index of the entry whose address is an instruction's first operand. */
  private int address(int pc) {
    return firstAddress + code[pc + 1];
  }

  // ---- sends and receives

  private int send(int row, int pc) {
    int at = address(pc);
    int channel = addresses[at];
    int request = requests.send(row, channel, addresses[at + 1], code[pc + 3]);
    requests.keep(row, request, code[pc + 2]);
    if (code[pc + 4] == Op.WHOLE) {
      accounts.sent(row, addresses[at + 2]);
      executed++;
      return unlessAhead(row, channel, pc + 5);
    }
    return transport.leadsToMailbox(channel) ? unlessAhead(row, channel, pc + 5) : pc + 5;
  }

  /** Continues the rank or strand, unless receivers should first catch up with its messages. */
  private int unlessAhead(int row, int channel, int pc) {
    if (transport.leadsToMailbox(channel) && network.holds(row)) {
      waits.stand(row);
      return stop(row, pc);
    }
    return transport.unmet(row) > Network.FAR_AHEAD && waits.yields(row) ? stop(row, pc) : pc;
  }

  private int receive(int row, int pc) {
    int request = requests.receive(row, addresses[address(pc)]);
    requests.keep(row, request, code[pc + 2]);
    executed += code[pc + 3] == Op.WHOLE ? 1 : 0;
    return pc + 4;
  }

  private int sendStep(int row, int pc) {
    int at = address(pc);
    int protocol = code[pc + 3];
    CollectiveStep step = program.steps().get(code[pc + 2]);
    int done = ranks.repeated(row);
    int slot = transport.sendStep(row, addresses[at], step, done, protocol);
    if (done == step.times() - 1) {
      accounts.walk(addresses[at + 1], step.bytes());
    }
    if (protocol == Op.RENDEZVOUS) {
      requests.expect(row, slot << 2 | RequestCalls.SENDER);
    } else if (protocol == Op.FETCHED) {
      requests.expect(row, requests.watch(slot));
    }
    return pc + 4;
  }

  private int receiveStep(int row, int pc) {
    CollectiveStep step = program.steps().get(code[pc + 2]);
    int slot = transport.receiveStep(row, addresses[address(pc)], step, ranks.repeated(row));
    requests.expect(row, slot << 2 | RequestCalls.RECEIVER);
    return pc + 3;
  }

  // ---- calls, waits and requests

  private int begin(int row, int pc) {
    accounts.begin(row);
    if (code[pc + 1] > 0) {
      requests.pass(row, code[pc + 1]);
    }
    return pc + 2;
  }

  private int end(int row, int pc) {
    accounts.end(row, code[pc + 1]);
    looks.ends(row, ranks.clock().first(row));
    executed++;
    return pc + 2;
  }

  private int expect(int row, int pc) {
    running = pc;
    int end = pc + 3 + code[pc + 2];
    if (code[pc + 1] != Op.NOTHING_LEFT) {
      requests.completions().expect(row, pc);
      return end;
    }
    for (int at = pc + 3; at < end; at++) {
      requests.expect(row, requests.takeOut(row, code[at]));
    }
    return end;
  }

  private int await(int row, int pc) {
    if (waits.isPending(row)) {
      looks.awaits(row, ranks.clock().first(row));
      waits.block(row);
      return stop(row, pc);
    }
    absorb(row);
    return pc + 1;
  }

  private void start(int row, int offset) {
    int prepared = requests.prepared(row, offset);
    int at = address(prepared);
    int channel = addresses[at];
    int cost = addresses[at + 1];
    int request = channel == Slots.NONE
        ? Slots.NONE
        : cost == Slots.NONE
            ? requests.receive(row, channel)
            : requests.send(row, channel, cost, code[prepared + 2]);
    requests.started(row, offset, request);
  }

  private int complete(int row, int pc) {
    return requests.completions().complete(row, pc) ? pc + 5 + code[pc + 4] : stop(row, pc);
  }

  /** Completes the requests of a wait, which have all ended. */
  private void absorb(int row) {
    if (looks.matter(row)) {
      looks.found(row, ranks.clock().first(row), requests.latestNoticed(row));
    }
    requests.absorb(row);
  }

  // ---- computation and loops

  private int compute(int row, int pc) {
    accounts.compute(row, code[pc + 1], code[pc + 2]);
    return pc + 3;
  }

  private int computeAfter(int row, int pc) {
    int end = pc + 3 + 3 * code[pc + 2];
    for (int i = pc + 3; i < end; i += 3) {
      if (code[i] == ranks.previous(row)) {
        accounts.compute(row, code[i + 1], code[i + 2]);
      }
    }
    return end;
  }

  private int previous(int row, int pc) {
    ranks.setPrevious(row, code[pc + 1]);
    return pc + 2;
  }

  private int choose(int row, int pc) {
    return pc + code[pc + 2 + (int) (loops.execution(row) % code[pc + 1])];
  }

  private int follow(int row, int pc) {
    int source = parts.mailboxes().lastMatch(row, code[pc + 1]);
    int sources = code[pc + 2];
    int at = Arrays.binarySearch(code, pc + 3, pc + 3 + sources, source);
    if (at < 0) {
      throw new AssertionError("a message from rank " + source + ", which sends none");
    }
    return pc + code[at + sources];
  }

  private int open(int row, int pc) {
    return loops.open(row, code[pc + 1], wide(pc + 3)) ? pc + 5 : pc + code[pc + 2];
  }

  /** The long whose high half is at a position, and whose low half is at the next position. */
  private long wide(int at) {
    return (long) code[at] << 32 | code[at + 1] & 0xFFFF_FFFFL;
  }

  private int close(int row, int pc) {
    if (!loops.next(row)) {
      return pc + 2;
    }
    if (!stopsRanks) {
      return pc + code[pc + 1];
    }
    stand(row);
    return stop(row, pc + code[pc + 1]);
  }

  /** Stops a rank at the end of an iteration until the network resumes it. */
  private void stand(int rank) {
    if (!loops.isInCall(rank)) {
      accounts.begin(rank); // the start of the last call has no effect outside calls
    }
    waits.stand(rank);
    network.resumeAt(rank, ranks.clock().first(rank));
  }

  // ---- collectives and strands

  private int onNetwork(int row, int pc) {
    looks.begins(row, ranks.clock().first(row));
    CollectiveNetworks networks = parts.collectiveNetworks();
    boolean shared = code[pc + 3] == 1;
    if (networks.isGathered(row)) {
      networks.start(row, shared, code[pc + 2]);
      return stop(row, pc + 6);
    }
    if (!networks.gather(row, code[pc + 1], wide(pc + 4))) {
      return stop(row, pc + 6);
    }
    if (network.hasTime()) {
      network.resumeAt(row, networks.latest(row));
      return stop(row, pc);
    }
    networks.end(row, shared, code[pc + 2]);
    return pc + 6;
  }

  private int fork(int row, int pc) {
    Strands strands = parts.strands();
    int strand = strands.start(row, pc + 2);
    requests.add(row, strands.request(strand) << 2 | RequestCalls.SENDER);
    run(strand); // the strand runs at once, so that collectives begin in program order
    return pc + code[pc + 1];
  }

  // ---- waits for simulated time, and the end

  private int turn(int row, int pc) {
    if (code[pc + 1] != Op.NO_USE) {
      return processors.seize(row, code[pc + 1]) ? pc + 2 : stop(row, pc);
    }
    if (ranks.clock().first(row) > network.now()) {
      network.resumeAt(row, ranks.clock().first(row));
      return stop(row, pc + 2);
    }
    return pc + 2;
  }

  private int halt(int row, int pc) {
    if (row >= ranks.count()) {
      parts.strands().end(row);
      return STOP;
    }
    looks.begins(row, ranks.clock().first(row));
    skips.end(row);
    return stop(row, pc);
  }
}
