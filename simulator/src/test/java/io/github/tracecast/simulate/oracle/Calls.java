package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.*;
import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;

/**
 * What each MPI call does to a rank: starts messages, posts receives, waits. A call that cannot end at
 * once leaves the rank blocked. One thread.
 */
final class Calls {
  private final EventTable table;
  private final Requests requests;
  private final Completions completions;
  private final PointToPointCalls messages;
  private final CollectiveCalls collectives;

  Calls(
      EventTable table,
      CallArguments arguments,
      Datatypes datatypes,
      PointToPoint transport,
      Collectives collectives,
      TimingEngine engine) {
    this.table = table;
    this.requests = transport.requests;
    this.completions = new Completions(table, transport, engine);
    this.messages = new PointToPointCalls(arguments, transport, completions, engine);
    this.collectives = new CollectiveCalls(
        new CollectiveLookup(table, arguments, datatypes), collectives, completions);
  }

  /**
   * Begins the call that the process' cursor stands on, or looks at it again.
   *
   * @throws ReplayException if the call makes no sense, with its place
   */
  void begin(RankProcess process) {
    MpiCall call = table.call(process.cursor.event());
    try {
      begin(process, call);
    } catch (ReplayException e) {
      throw process.at(call, e.getMessage());
    } catch (ArithmeticException e) {
      throw process.at(call, "found sizes of more than 2^63 bytes in total; expected less");
    }
  }

  private void begin(RankProcess process, MpiCall call) {
    switch (call) {
      case SEND, RSEND -> messages.send(process, SendMode.STANDARD);
      case BSEND -> messages.send(process, SendMode.BUFFERED);
      case SSEND -> messages.send(process, SendMode.SYNCHRONOUS);
      case ISEND, IRSEND -> messages.startSend(process, SendMode.STANDARD);
      case IBSEND -> messages.startSend(process, SendMode.BUFFERED);
      case ISSEND -> messages.startSend(process, SendMode.SYNCHRONOUS);
      case RECV -> messages.receive(process);
      case MRECV -> messages.receiveProbed(process);
      case IRECV -> messages.startReceive(process);
      case IMRECV -> messages.startReceiveProbed(process);
      case SENDRECV, SENDRECV_REPLACE -> messages.exchange(process);
      case SEND_INIT, RSEND_INIT -> messages.prepareSend(process, SendMode.STANDARD);
      case BSEND_INIT -> messages.prepareSend(process, SendMode.BUFFERED);
      case SSEND_INIT -> messages.prepareSend(process, SendMode.SYNCHRONOUS);
      case RECV_INIT -> messages.prepareReceive(process);
      case START, STARTALL -> {
        for (int i = 0, n = completions.listed(process); i < n; i++) {
          messages.restart(process, completions.request(process, i));
        }
      }
      case PROBE, MPROBE -> messages.probe(process);
      case IPROBE, IMPROBE -> messages.probeIfFound(process);
      case WAIT,
          WAITALL,
          WAITANY,
          WAITSOME,
          TEST,
          TESTALL,
          TESTANY,
          TESTSOME,
          REQUEST_FREE,
          CANCEL -> completions.begin(process, call);
      case COMM_DUP,
          COMM_DUP_WITH_INFO,
          COMM_CREATE,
          COMM_SPLIT,
          COMM_SPLIT_TYPE,
          CART_CREATE,
          CART_SUB,
          GRAPH_CREATE,
          DIST_GRAPH_CREATE,
          DIST_GRAPH_CREATE_ADJACENT -> collectives.makeCommunicator(process, call);
      case COMM_CREATE_GROUP -> collectives.makeOfGroup(process);
      case COMM_IDUP -> collectives.startDuplicate(process);
      default -> {
        Operation operation = CollectiveArguments.operation(call);
        if (operation != null) {
          collectives.collective(process, operation, call);
        } else if (UnmodelledCalls.makesRequest(call)) {
          completions.finish(completions.newRequest(process, Requests.COLLECTIVE), process.clock);
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

  /** A message that nobody has asked for is visible. */
  void visible(RankProcess process, int message) {
    messages.visible(process, message);
  }

  /** A request ends at the engine's time. */
  void ended(int request) {
    completions.ended(request);
  }
}
