package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.CallArguments;
import io.github.tracecast.simulate.CollectiveArguments;
import io.github.tracecast.simulate.CollectiveLookup;
import io.github.tracecast.simulate.CompletionLookup;
import io.github.tracecast.simulate.Datatypes;
import io.github.tracecast.simulate.SendMode;
import io.github.tracecast.simulate.UnmodelledCalls;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.util.List;

/** Lowers one call with one set of arguments to its instructions. One thread. */
final class CallLowering {
  final ChannelNumbers channels = new ChannelNumbers();
  final CostTable costs;
  final SiteTable sites = new SiteTable();

  private final EventTable table;
  private final CallArguments arguments;
  private final CompletionLookup completions;
  private final CollectiveLookup collectives;
  private final CollectiveLowering collectiveLowering;
  private final Wildcards wildcards = new Wildcards();
  private final CodeBuffer code;

  /** Whether a call that only sends always takes the same time. */
  private final boolean gapless;

  CallLowering(Trace trace, EventTable table, List<Lane> lanes, CodeBuffer code) {
    this.table = table;
    this.code = code;
    this.costs = new CostTable(lanes);
    this.gapless = costs.gapless();
    this.arguments = new CallArguments(table);
    this.completions = new CompletionLookup(table);
    this.collectives = new CollectiveLookup(table, arguments, new Datatypes(trace.datatypes()));
    this.collectiveLowering = new CollectiveLowering(lanes, channels, costs, code);
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

  /** Whether an event sends messages point to point, or prepares to. */
  boolean sends(int event) {
    return switch (table.call(event)) {
      case SEND,
          RSEND,
          BSEND,
          SSEND,
          ISEND,
          IRSEND,
          IBSEND,
          ISSEND,
          SENDRECV,
          SENDRECV_REPLACE,
          SEND_INIT,
          RSEND_INIT,
          BSEND_INIT,
          SSEND_INIT -> true;
      default -> false;
    };
  }

  /** Notes where a call sends, for the receives of any source or tag. */
  void noteSend(Place p) {
    int destination = arguments.destination(p);
    if (destination != EventTable.NONE) {
      wildcards.sends(p.rank, destination, arguments.context(p), arguments.sendTag(p));
    }
  }

  /** Emits the instructions of a call. */
  void lower(Place p) {
    MpiCall call = table.call(p.event);
    switch (call) {
      case SEND, RSEND -> send(p, SendMode.STANDARD);
      case BSEND -> send(p, SendMode.BUFFERED);
      case SSEND -> send(p, SendMode.SYNCHRONOUS);
      case ISEND, IRSEND -> startSend(p, SendMode.STANDARD);
      case IBSEND -> startSend(p, SendMode.BUFFERED);
      case ISSEND -> startSend(p, SendMode.SYNCHRONOUS);
      case RECV -> receive(p);
      case IRECV -> startReceive(p);
      case SENDRECV, SENDRECV_REPLACE -> exchange(p);
      case SEND_INIT, RSEND_INIT -> prepareSend(p, SendMode.STANDARD);
      case BSEND_INIT -> prepareSend(p, SendMode.BUFFERED);
      case SSEND_INIT -> prepareSend(p, SendMode.SYNCHRONOUS);
      case RECV_INIT -> prepareReceive(p);
      case START, STARTALL -> eachRequest(p, Op.START);
      case REQUEST_FREE -> eachRequest(p, Op.FREE);
      case WAIT, WAITALL, WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME -> complete(p, call);
      case PROBE, MPROBE, IPROBE, IMPROBE, MRECV, IMRECV, CANCEL ->
        throw new UnsuitableException(call.mpiName() + " depends on time");
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
      case COMM_IDUP -> throw new UnsuitableException(call.mpiName() + " goes on beside others");
      default -> other(p, call);
    }
  }

  private void other(Place p, MpiCall call) {
    Operation operation = CollectiveArguments.operation(call);
    if (operation == null) {
      if (UnmodelledCalls.makesRequest(call)) {
        code.add(Op.OVER);
      }
      code.add(Op.NOTHING);
    } else if (call.name().equals(operation.name())) {
      collective(p, collectives.operation(p, operation));
    } else {
      throw new UnsuitableException(call.mpiName() + " goes on beside others");
    }
  }

  private void collective(Place p, CollectiveArguments given) {
    if (given == null) {
      code.add(Op.NOTHING);
      return;
    }
    code.add(Op.BEGIN);
    collectiveLowering.lower(given, p.rank);
    code.add(Op.END, p.event);
  }

  // ---- sends

  private void send(Place p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.NOTHING);
      return;
    }
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.rank, destination, bytes);
    int protocol = protocol(mode, bytes);
    if (protocol == Op.EAGER && gapless) {
      code.add(Op.SEND, channel, cost, sites.of(p.event, cost));
    } else {
      code.add(Op.BEGIN);
      sendPart(channel, cost, protocol);
      code.add(Op.AWAIT);
      code.add(Op.END, p.event);
    }
  }

  private void sendPart(int channel, int cost, int protocol) {
    if (protocol == Op.EAGER) {
      code.add(Op.SEND_PART, channel, cost);
    } else {
      code.add(Op.SEND_LATE_PART, channel, cost, protocol == Op.LATE_AND_WAITS ? 1 : 0);
    }
  }

  private void startSend(Place p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.OVER);
      code.add(Op.NOTHING);
      return;
    }
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.rank, destination, bytes);
    int protocol = protocol(mode, bytes);
    if (protocol == Op.EAGER && gapless) {
      code.add(Op.ISEND, channel, cost, sites.of(p.event, cost));
      return;
    }
    code.add(Op.BEGIN);
    if (protocol == Op.EAGER) {
      code.add(Op.SEND_PART, channel, cost);
      code.add(Op.OVER);
    } else {
      code.add(Op.ISEND_LATE, channel, cost, protocol == Op.LATE_AND_WAITS ? 1 : 0);
    }
    code.add(Op.END, p.event);
  }

  private int sendChannel(Place p, int destination) {
    return channels.of(p.rank, destination, arguments.context(p), arguments.sendTag(p));
  }

  private int protocol(SendMode mode, long bytes) {
    if (costs.protocol().eager(mode, bytes)) {
      return Op.EAGER;
    }
    return costs.protocol().synchronous(mode, bytes) ? Op.LATE_AND_WAITS : Op.LATE;
  }

  // ---- receives

  private void receive(Place p) {
    int source = arguments.source(p);
    if (source == EventTable.NONE) {
      code.add(Op.NOTHING);
      return;
    }
    code.add(Op.RECV, receiveChannel(p, source), p.event);
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  private void startReceive(Place p) {
    int source = arguments.source(p);
    if (source == EventTable.NONE) {
      code.add(Op.OVER);
      code.add(Op.NOTHING);
    } else {
      code.add(Op.IRECV, receiveChannel(p, source));
    }
  }

  private int receiveChannel(Place p, int named) {
    int context = arguments.context(p);
    int source = wildcards.source(p, named, context, arguments.receiveTag(p));
    int tag = wildcards.tag(p, source, context, arguments.receiveTag(p));
    return channels.of(source, p.rank, context, tag);
  }

  private void exchange(Place p) {
    int source = arguments.source(p);
    int destination = arguments.destination(p);
    code.add(Op.BEGIN);
    if (source != EventTable.NONE) {
      code.add(Op.RECEIVE_PART, receiveChannel(p, source));
    }
    if (destination != EventTable.NONE) {
      long bytes = arguments.sendBytes(p);
      sendPart(
          sendChannel(p, destination),
          costs.row(p.rank, destination, bytes),
          protocol(SendMode.STANDARD, bytes));
    }
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  // ---- persistent requests

  private void prepareSend(Place p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.PREPARE, -1, -1, Op.EAGER);
    } else {
      long bytes = arguments.sendBytes(p);
      int cost = costs.row(p.rank, destination, bytes);
      code.add(Op.PREPARE, sendChannel(p, destination), cost, protocol(mode, bytes));
    }
    code.add(Op.NOTHING);
  }

  private void prepareReceive(Place p) {
    int source = arguments.source(p);
    int channel = source == EventTable.NONE ? -1 : receiveChannel(p, source);
    code.add(Op.PREPARE, channel, -1, Op.EAGER);
    code.add(Op.NOTHING);
  }

  private void eachRequest(Place p, int operation) {
    code.add(Op.BEGIN);
    for (int i = 0, n = completions.listed(p); i < n; i++) {
      long offset = completions.offset(p, i);
      if (offset != EventTable.NONE) {
        code.add(operation, offset(offset));
      } else if (operation == Op.START) {
        throw new UnsuitableException("a start of no request");
      }
    }
    code.add(Op.END, p.event);
  }

  // ---- completion

  private void complete(Place p, MpiCall call) {
    if (!completions.decided(p, call)) {
      throw new UnsuitableException("what " + call.mpiName() + " completes depends on time");
    }
    code.add(Op.BEGIN);
    code.add(Op.EXPECT, 0);
    int count = code.position() - 1;
    int expected = 0;
    for (int i = 0, n = completions.awaitedCount(p, call); i < n; i++) {
      int index = completions.awaited(p, call, i);
      long offset = index == EventTable.NONE ? EventTable.NONE : completions.offset(p, index);
      if (offset != EventTable.NONE) {
        code.operand(offset(offset));
        expected++;
      }
    }
    code.set(count, expected);
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
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
