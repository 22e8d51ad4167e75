package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.CallArguments;
import io.github.tracecast.simulate.CollectiveArguments;
import io.github.tracecast.simulate.CollectiveLookup;
import io.github.tracecast.simulate.CompletionLookup;
import io.github.tracecast.simulate.Datatypes;
import io.github.tracecast.simulate.SendMode;
import io.github.tracecast.simulate.TagsBySize;
import io.github.tracecast.simulate.UnmodelledCalls;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/** Lowers one call with one set of arguments to its instructions. One thread. */
final class CallLowering {
  final ChannelNumbers channels = new ChannelNumbers();
  final MessageLowering messages;

  /** Whether the program has non-blocking collectives. */
  final boolean overlap;

  private final EventTable table;
  private final CompletionLookup completions;
  private final CollectiveLookup collectives;
  private final CollectiveLowering collectiveLowering;
  private final CodeBuffer code;
  private final LatestRequests latest;

  CallLowering(
      Programs programs, EventTable table, List<Lane> lanes, Figures figures, CodeBuffer code) {
    Trace trace = programs.trace();
    this.table = table;
    this.code = code;
    this.latest = new LatestRequests(code, trace.header().requestRing());
    CostTable costs = new CostTable(lanes, figures);
    CallArguments arguments = new CallArguments(table, TagsBySize.of(programs, table));
    this.completions = new CompletionLookup(table);
    this.messages =
        new MessageLowering(table, arguments, completions, channels, costs, code, latest);
    this.collectives = new CollectiveLookup(table, arguments, new Datatypes(trace.datatypes()));
    this.overlap = trace.events().stream().anyMatch(event -> isStarted(event.call()));
    this.collectiveLowering =
        new CollectiveLowering(lanes, figures, channels, costs, code, overlap);
  }

  /** Whether it is a collective that goes on beside others. */
  private static boolean isStarted(MpiCall call) {
    Operation operation = CollectiveArguments.operation(call);
    return call == MpiCall.COMM_IDUP
        || (operation != null && !call.name().equals(operation.name()));
  }

  LaneTable networks() {
    return collectiveLowering.networks;
  }

  int[] meetingSizes() {
    return collectiveLowering.meetingSizes();
  }

  int[] meetingOfMember() {
    return collectiveLowering.meetingOfMember();
  }

  /** What follows is not always reached from what was lowered before, or not once for each time. */
  void startAnew() {
    latest.forget();
  }

  /** Emits the instructions of a call. */
  void lower(Place p) {
    MpiCall call = table.call(p.event);
    if (!startsMessage(call) && !completes(call)) {
      latest.forget();
    }
    switch (call) {
      case SEND, RSEND -> messages.send(p, SendMode.STANDARD);
      case BSEND -> messages.send(p, SendMode.BUFFERED);
      case SSEND -> messages.send(p, SendMode.SYNCHRONOUS);
      case ISEND, IRSEND -> messages.startSend(p, SendMode.STANDARD);
      case IBSEND -> messages.startSend(p, SendMode.BUFFERED);
      case ISSEND -> messages.startSend(p, SendMode.SYNCHRONOUS);
      case RECV -> messages.receive(p);
      case MRECV -> messages.receiveProbed(p);
      case IRECV -> messages.startReceive(p);
      case IMRECV -> messages.startReceiveProbed(p);
      case SENDRECV, SENDRECV_REPLACE -> messages.exchange(p);
      case SEND_INIT, RSEND_INIT -> messages.prepareSend(p, SendMode.STANDARD);
      case BSEND_INIT -> messages.prepareSend(p, SendMode.BUFFERED);
      case SSEND_INIT -> messages.prepareSend(p, SendMode.SYNCHRONOUS);
      case RECV_INIT -> messages.prepareReceive(p);
      case START, STARTALL -> eachRequest(p, Op.START);
      case REQUEST_FREE -> eachRequest(p, Op.FREE);
      case WAIT, WAITALL, WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME -> complete(p, call);
      case PROBE, MPROBE -> messages.probe(p);
      case IPROBE, IMPROBE -> messages.probeIfFound(p);
      case CANCEL ->
        throw new UnsuitableException("what " + call.mpiName() + " finds depends on time");
      case COMM_DUP,
          COMM_DUP_WITH_INFO,
          COMM_CREATE,
          COMM_SPLIT,
          COMM_SPLIT_TYPE,
          CART_CREATE,
          CART_SUB,
          GRAPH_CREATE,
          DIST_GRAPH_CREATE,
          DIST_GRAPH_CREATE_ADJACENT -> collective(p, collectives.makeCommunicator(p, call));
      case COMM_CREATE_GROUP -> collective(p, collectives.makeOfGroup(p));
      case COMM_IDUP -> start(p, collectives.makeCommunicator(p, call));
      default -> other(p, call);
    }
  }

  private static boolean startsMessage(MpiCall call) {
    return switch (call) {
      case ISEND, IRSEND, IBSEND, ISSEND, IRECV -> true;
      default -> false;
    };
  }

  private static boolean completes(MpiCall call) {
    return switch (call) {
      case WAIT, WAITALL, WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME -> true;
      default -> false;
    };
  }

  private void other(Place p, MpiCall call) {
    Operation operation = CollectiveArguments.operation(call);
    if (operation == null) {
      if (UnmodelledCalls.makesRequest(call)) {
        code.add(Op.OVER);
      }
      code.add(Op.NOTHING);
    } else if (isStarted(call)) {
      start(p, collectives.operation(p, operation));
    } else {
      collective(p, collectives.operation(p, operation));
    }
  }

  private void start(Place p, CollectiveArguments given) {
    collectiveLowering.start(given, p);
    code.add(Op.NOTHING);
  }

  private void collective(Place p, CollectiveArguments given) {
    if (given == null) {
      code.add(Op.NOTHING);
      return;
    }
    code.add(Op.BEGIN);
    collectiveLowering.lower(given, p);
    code.add(Op.END, p.event);
  }

  private void eachRequest(Place p, int operation) {
    code.add(Op.BEGIN);
    for (int i = 0, n = completions.listed(p); i < n; i++) {
      long offset = completions.offset(p, i);
      if (offset != EventTable.NONE) {
        code.add(operation, offset(offset));
      } else if (operation == Op.START) {
        throw new UnsuitableException("a start without a request");
      }
    }
    code.add(Op.END, p.event);
  }

  // ---- completion

  private void complete(Place p, MpiCall call) {
    if (!completions.decided(p, call)) {
      throw new UnsuitableException("what " + call.mpiName() + " completes depends on time");
    }
    IntArrayList offsets = awaited(p, call);
    if (!offsets.isEmpty() && latest.areNamedBy(offsets)) {
      latest.expect(offsets.size());
      code.add(Op.BEGIN_AWAITED, offsets.size());
    } else {
      code.add(Op.BEGIN);
      code.add(Op.EXPECT, offsets.size());
      offsets.forEach(code::operand);
    }
    latest.forget();
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  private IntArrayList awaited(Place p, MpiCall call) {
    IntArrayList offsets = new IntArrayList();
    for (int i = 0, n = completions.awaitedCount(p, call); i < n; i++) {
      int index = completions.awaited(p, call, i);
      long offset = index == EventTable.NONE ? EventTable.NONE : completions.offset(p, index);
      if (offset != EventTable.NONE) {
        offsets.add(offset(offset));
      }
    }
    return offsets;
  }

  /** As an operand: negative among the persistent requests. */
  private static int offset(long offset) {
    boolean persistent = offset > EventTable.PERSISTENT;
    long back = persistent ? offset - EventTable.PERSISTENT : offset;
    if (back < 1 || back > Integer.MAX_VALUE) {
      throw new UnsuitableException("request offset " + back);
    }
    return (int) (persistent ? -back : back);
  }
}
