package io.github.tracecast.simulate;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.RankProcess.Blocked;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/**
 * What each MPI call does to a rank: starts messages, posts receives, waits. A call that cannot end at
 * once leaves the rank blocked. One thread.
 */
final class Calls {
  /** Bytes that a rank tells the others when a communicator is made: its colour and key. */
  private static final long SPLIT_BYTES = 8;

  private final EventTable table;
  private final Communicators communicators;
  private final PointToPoint transport;
  private final Requests requests;
  private final Collectives collectives;
  private final TimingEngine engine;
  private final Datatypes datatypes;
  private final Neighbours neighbours = new Neighbours();
  private final Completions completions;

  Calls(
      EventTable table,
      Communicators communicators,
      Datatypes datatypes,
      PointToPoint transport,
      Collectives collectives,
      TimingEngine engine) {
    this.table = table;
    this.communicators = communicators;
    this.datatypes = datatypes;
    this.transport = transport;
    this.requests = transport.requests;
    this.collectives = collectives;
    this.engine = engine;
    this.completions = new Completions(table, transport, engine);
  }

  /** Begins the call that the process' cursor stands on, or looks at it again. */
  void begin(RankProcess process) {
    MpiCall call = table.call(process.cursor.event());
    try {
      begin(process, call);
    } catch (ReplayException e) {
      throw new ReplayException(
          "event " + process.cursor.event() + " (" + call.mpiName() + ") on rank " + process.worldRank + ": "
              + e.getMessage());
    }
  }

  private void begin(RankProcess process, MpiCall call) {
    switch (call) {
      case SEND, RSEND -> send(process, SendMode.STANDARD);
      case BSEND -> send(process, SendMode.BUFFERED);
      case SSEND -> send(process, SendMode.SYNCHRONOUS);
      case ISEND, IRSEND -> startSend(process, SendMode.STANDARD);
      case IBSEND -> startSend(process, SendMode.BUFFERED);
      case ISSEND -> startSend(process, SendMode.SYNCHRONOUS);
      case RECV, MRECV -> receive(process);
      case IRECV, IMRECV -> startReceive(process);
      case SENDRECV, SENDRECV_REPLACE -> exchange(process);
      case SEND_INIT, RSEND_INIT -> prepareSend(process, SendMode.STANDARD);
      case BSEND_INIT -> prepareSend(process, SendMode.BUFFERED);
      case SSEND_INIT -> prepareSend(process, SendMode.SYNCHRONOUS);
      case RECV_INIT -> prepareReceive(process);
      case START -> restart(process, completions.request(process));
      case STARTALL -> completions.forEachRequest(process, request -> restart(process, request));
      case PROBE, MPROBE -> probe(process);
      case IPROBE, IMPROBE -> probeIfFound(process);
      case WAIT, WAITALL, WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME, REQUEST_FREE, CANCEL ->
          completions.begin(process, call);
      case COMM_DUP, COMM_DUP_WITH_INFO, COMM_CREATE, COMM_SPLIT, COMM_SPLIT_TYPE, CART_SUB, GRAPH_CREATE ->
          agree(process);
      case CART_CREATE -> {
        noteCartesian(process);
        agree(process);
      }
      case DIST_GRAPH_CREATE_ADJACENT -> {
        noteGraph(process);
        agree(process);
      }
      default -> {
        Operation operation = CollectiveArguments.operation(call);
        if (operation != null) {
          collective(process, operation, call);
        }
      }
    }
  }

  /** A request of the process' program is over. */
  void forget(RankProcess process, int request) {
    if (requests.position[request] >= 0) {
      process.ring.clear(requests.position[request]);
    }
  }

  /** A message that nobody has asked for is visible; its rank may be probing for it. */
  void visible(RankProcess process, int message) {
    if (process.blocked == Blocked.PROBE && probed(process) == message) {
      process.clock = Math.max(process.clock, engine.nowPicos());
      process.resume();
    }
  }

  // ---- point to point

  private void send(RankProcess p, SendMode mode) {
    int destination = peer(p, Parameter.DESTINATION);
    if (destination != EventTable.NONE) {
      send(p, destination, value(p, Parameter.TAG), mode);
      await(p);
    }
  }

  /** Sends; the request to wait for, if there is one, is expected next. */
  private void send(RankProcess p, int destination, int tag, SendMode mode) {
    long bytes = sendBytes(p);
    p.paySend(bytes);
    int request = Requests.NONE;
    if (transport.costs.synchronous(mode, bytes)) {
      request = requests.create(Requests.SEND, p);
      p.expect(request);
    }
    transport.send(request, p.worldRank, destination, context(p), tag, bytes, mode, p.clock);
  }

  private void startSend(RankProcess p, SendMode mode) {
    int destination = peer(p, Parameter.DESTINATION);
    int request = newRequest(p, Requests.SEND);
    if (destination == EventTable.NONE) {
      complete(request, p.clock);
      return;
    }
    startSend(p, request, destination, context(p), value(p, Parameter.TAG), sendBytes(p), mode);
  }

  private void startSend(
      RankProcess p, int request, int destination, int context, int tag, long bytes, SendMode mode) {
    p.paySend(bytes);
    if (!transport.costs.synchronous(mode, bytes)) {
      complete(request, p.clock);
    }
    transport.send(request, p.worldRank, destination, context, tag, bytes, mode, p.clock);
  }

  private void receive(RankProcess p) {
    int source = peer(p, Parameter.SOURCE);
    if (source != EventTable.NONE) {
      expectReceive(p, source, receiveTag(p));
      await(p);
    }
  }

  private void expectReceive(RankProcess p, int source, int tag) {
    int request = requests.create(Requests.RECEIVE, p);
    p.expect(request);
    transport.receive(request, p.worldRank, context(p), source, tag, p.clock);
  }

  private void startReceive(RankProcess p) {
    int source = peer(p, Parameter.SOURCE);
    int request = newRequest(p, Requests.RECEIVE);
    if (source == EventTable.NONE) {
      requests.kind[request] = Requests.SEND;
      complete(request, p.clock);
      return;
    }
    transport.receive(request, p.worldRank, context(p), source, receiveTag(p), p.clock);
  }

  private void exchange(RankProcess p) {
    int source = peer(p, Parameter.SOURCE);
    int destination = peer(p, Parameter.DESTINATION);
    if (source != EventTable.NONE) {
      expectReceive(p, source, receiveTag(p));
    }
    if (destination != EventTable.NONE) {
      send(p, destination, value(p, Parameter.TAG), SendMode.STANDARD);
    }
    await(p);
  }

  private void await(RankProcess p) {
    if (!p.awaitAll()) {
      p.blocked = Blocked.REQUESTS;
    }
  }

  // ---- persistent

  private void prepareSend(RankProcess p, SendMode mode) {
    int request = prepare(p, Requests.SEND, peer(p, Parameter.DESTINATION), value(p, Parameter.TAG));
    requests.mode[request] = (byte) mode.ordinal();
    requests.bytes[request] = sendBytes(p);
  }

  private void prepareReceive(RankProcess p) {
    prepare(p, Requests.RECEIVE, peer(p, Parameter.SOURCE), receiveTag(p));
  }

  private int prepare(RankProcess p, byte kind, int peer, int tag) {
    int request = newRequest(p, kind);
    requests.persistent[request] = true;
    requests.state[request] = Requests.INACTIVE;
    requests.context[request] = context(p);
    requests.peer[request] = peer;
    requests.tag[request] = tag;
    return request;
  }

  private void restart(RankProcess p, int request) {
    if (request == Requests.NONE || !requests.persistent[request]) {
      throw new ReplayException("found a start of a request that is not persistent; expected one of MPI_*_init");
    }
    requests.state[request] = Requests.PENDING;
    int peer = requests.peer[request];
    if (peer == EventTable.NONE) {
      complete(request, p.clock);
    } else if (requests.kind[request] == Requests.SEND) {
      SendMode mode = SendMode.values()[requests.mode[request]];
      startSend(
          p, request, peer, requests.context[request], requests.tag[request], requests.bytes[request], mode);
    } else {
      transport.receive(
          request, p.worldRank, requests.context[request], peer, requests.tag[request], p.clock);
    }
  }

  // ---- probes

  private void probe(RankProcess p) {
    if (!completions.atItsTime(p)) {
      return;
    }
    if (peer(p, Parameter.SOURCE) != EventTable.NONE && probed(p) == Messages.NONE) {
      p.blocked = Blocked.PROBE;
    }
  }

  /** What a test found was decided when the trace was recorded: if it found nothing, nothing happens. */
  private void probeIfFound(RankProcess p) {
    if (table.has(p.cursor.event(), Parameter.OUTCOMES) && completions.flag(p)) {
      probe(p);
    }
  }

  /** The first message that the rank's probe may see, or {@link Messages#NONE}. */
  private int probed(RankProcess p) {
    int source = peer(p, Parameter.SOURCE);
    int message = transport.matching.find(p.worldRank, source, context(p), receiveTag(p));
    boolean there =
        message != Messages.NONE && (transport.messages.arrived[message] || !transport.messages.eager[message]);
    return there ? message : Messages.NONE;
  }

  // ---- collectives and communicators

  private void collective(RankProcess p, Operation operation, MpiCall call) {
    CollectiveArguments arguments = arguments(p, operation);
    boolean blocking = !call.name().startsWith("I");
    if (blocking) {
      startBlocking(p, arguments);
      return;
    }
    int request = newRequest(p, Requests.COLLECTIVE);
    collectives.start(
        arguments, p.worldRank, p.clock, (picos, overhead) -> transport.complete(request, picos));
  }

  private void startBlocking(RankProcess p, CollectiveArguments arguments) {
    p.blocked = Blocked.COLLECTIVE;
    collectives.start(
        arguments,
        p.worldRank,
        p.clock,
        (picos, overhead) -> {
          p.clock = picos;
          p.overhead += overhead;
          p.resume();
        });
  }

  /** The ranks of a communicator agree on a new one: they tell each other colour and key. */
  private void agree(RankProcess p) {
    startBlocking(
        p, arguments(p, Operation.ALLGATHER).withBytes(SPLIT_BYTES));
  }

  private CollectiveArguments arguments(RankProcess p, Operation operation) {
    return new CollectiveArguments(
        table, communicators, datatypes, neighbours, operation, p.cursor.event(), p.worldRank, p.cursor.execution());
  }

  private void noteCartesian(RankProcess p) {
    int created = newCommunicator(p);
    if (created >= 0 && has(p, Parameter.DIMENSIONS)) {
      int[] dimensions = list(p, Parameter.DIMENSIONS);
      boolean[] periodic = new boolean[dimensions.length];
      int[] periods = list(p, Parameter.PERIODS);
      for (int d = 0; d < periods.length && d < periodic.length; d++) {
        periodic[d] = periods[d] != 0;
      }
      int local = communicators.localRank(created, p.worldRank);
      neighbours.cartesian(created, p.worldRank, local, dimensions, periodic);
    }
  }

  private void noteGraph(RankProcess p) {
    int created = newCommunicator(p);
    if (created >= 0) {
      neighbours.graph(
          created, p.worldRank, list(p, Parameter.SOURCES), list(p, Parameter.DESTINATIONS));
    }
  }

  private int newCommunicator(RankProcess p) {
    return has(p, Parameter.NEW_COMMUNICATOR) ? value(p, Parameter.NEW_COMMUNICATOR) : EventTable.NONE;
  }

  // ---- arguments

  private int newRequest(RankProcess p, byte kind) {
    int request = requests.create(kind, p);
    requests.position[request] = p.ring.add(request);
    return request;
  }

  private void complete(int request, long picos) {
    requests.state[request] = Requests.DONE;
    requests.donePicos[request] = picos;
  }

  private boolean has(RankProcess p, Parameter parameter) {
    return table.has(p.cursor.event(), parameter);
  }

  private int value(RankProcess p, Parameter parameter) {
    int event = p.cursor.event();
    return table.has(event, parameter)
        ? (int) table.value(event, parameter, p.worldRank, p.cursor.execution())
        : 0;
  }

  private int[] list(RankProcess p, Parameter parameter) {
    int event = p.cursor.event();
    if (!table.has(event, parameter)) {
      return new int[0];
    }
    int[] list = new int[table.listLength(event, parameter, p.worldRank, p.cursor.execution())];
    for (int i = 0; i < list.length; i++) {
      list[i] = (int) table.listValue(event, parameter, p.worldRank, p.cursor.execution(), i);
    }
    return list;
  }

  private int receiveTag(RankProcess p) {
    return value(p, has(p, Parameter.RECEIVE_TAG) ? Parameter.RECEIVE_TAG : Parameter.TAG);
  }

  private long sendBytes(RankProcess p) {
    return table.sendBytes(p.cursor.event(), p.worldRank, p.cursor.execution());
  }

  /** Context of the communicator's point-to-point messages; the next one is its collectives'. */
  private int context(RankProcess p) {
    return 2 * table.communicator(p.cursor.event(), p.worldRank, p.cursor.execution());
  }

  /** World rank of a peer, or ANY or NONE as they are. */
  private int peer(RankProcess p, Parameter parameter) {
    int event = p.cursor.event();
    long execution = p.cursor.execution();
    int local = (int) table.value(event, parameter, p.worldRank, execution);
    return local < 0
        ? local
        : communicators.worldRank(table.communicator(event, p.worldRank, execution), local, p.worldRank);
  }
}
