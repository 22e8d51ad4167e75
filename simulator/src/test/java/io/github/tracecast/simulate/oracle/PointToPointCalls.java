package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.*;
import io.github.tracecast.simulate.oracle.RankProcess.Blocked;
import io.github.tracecast.trace.Parameter;

/** Sends, receives, persistent requests and probes: what a program asks of {@link PointToPoint}. One thread. */
final class PointToPointCalls {
  private final CallArguments arguments;
  private final PointToPoint transport;
  private final Requests requests;
  private final Completions completions;
  private final TimingEngine engine;

  PointToPointCalls(
      CallArguments arguments,
      PointToPoint transport,
      Completions completions,
      TimingEngine engine) {
    this.arguments = arguments;
    this.transport = transport;
    this.requests = transport.requests;
    this.completions = completions;
    this.engine = engine;
  }

  void send(RankProcess p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination != EventTable.NONE) {
      expectSend(p, destination, mode);
      await(p);
    }
  }

  /** Sends; the request to wait for, if there is one, is expected next. */
  private void expectSend(RankProcess p, int destination, SendMode mode) {
    int context = arguments.context(p);
    long bytes = arguments.sendBytes(p);
    p.paySend(bytes);
    int request = Requests.NONE;
    if (transport.sendWaits(mode, p.worldRank, destination, bytes)) {
      request = requests.create(Requests.SEND, p);
      p.expect(request);
    }
    transport.send(
        request,
        p.worldRank,
        destination,
        context,
        arguments.sendTag(p),
        bytes,
        mode,
        p.clock,
        p.port);
  }

  void startSend(RankProcess p, SendMode mode) {
    int destination = arguments.destination(p);
    int request = completions.newRequest(p, Requests.SEND);
    if (destination == EventTable.NONE) {
      completions.finish(request, p.clock);
    } else {
      int context = arguments.context(p);
      startSend(
          p, request, destination, context, arguments.sendTag(p), arguments.sendBytes(p), mode);
    }
  }

  private void startSend(
      RankProcess p,
      int request,
      int destination,
      int context,
      int tag,
      long bytes,
      SendMode mode) {
    p.paySend(bytes);
    if (!transport.sendWaits(mode, p.worldRank, destination, bytes)) {
      completions.finish(request, p.clock);
    }
    transport.send(request, p.worldRank, destination, context, tag, bytes, mode, p.clock, p.port);
  }

  void receive(RankProcess p) {
    receive(p, arguments.source(p), arguments.receiveTag(p));
  }

  /** MPI_Mrecv: the probe has left the message where it was. */
  void receiveProbed(RankProcess p) {
    receive(p, arguments.probedSource(p), arguments.probedTag(p));
  }

  private void receive(RankProcess p, int source, int tag) {
    if (source != EventTable.NONE) {
      expectReceive(p, source, tag);
      await(p);
    }
  }

  private void expectReceive(RankProcess p, int source, int tag) {
    int context = arguments.context(p);
    int request = requests.create(Requests.RECEIVE, p);
    p.expect(request);
    transport.receive(request, p.worldRank, context, source, tag, p.clock);
  }

  void startReceive(RankProcess p) {
    startReceive(p, arguments.source(p), arguments.receiveTag(p));
  }

  void startReceiveProbed(RankProcess p) {
    startReceive(p, arguments.probedSource(p), arguments.probedTag(p));
  }

  private void startReceive(RankProcess p, int source, int tag) {
    int request = completions.newRequest(p, Requests.RECEIVE);
    if (source == EventTable.NONE) {
      finishEmpty(p, request);
    } else {
      transport.receive(request, p.worldRank, arguments.context(p), source, tag, p.clock);
    }
  }

  private void finishEmpty(RankProcess p, int request) {
    requests.bytes[request] = Requests.NO_MESSAGE;
    completions.finish(request, p.clock);
  }

  void exchange(RankProcess p) {
    int source = arguments.source(p);
    int destination = arguments.destination(p);
    if (source != EventTable.NONE) {
      expectReceive(p, source, arguments.receiveTag(p));
    }
    if (destination != EventTable.NONE) {
      expectSend(p, destination, SendMode.STANDARD);
    }
    await(p);
  }

  private static void await(RankProcess p) {
    if (!p.awaitAll()) {
      p.blocked = Blocked.REQUESTS;
    }
  }

  // ---- persistent

  void prepareSend(RankProcess p, SendMode mode) {
    int request = prepare(p, Requests.SEND, arguments.destination(p), arguments.sendTag(p));
    requests.mode[request] = (byte) mode.ordinal();
    requests.bytes[request] = arguments.sendBytes(p);
  }

  void prepareReceive(RankProcess p) {
    prepare(p, Requests.RECEIVE, arguments.source(p), arguments.receiveTag(p));
  }

  private int prepare(RankProcess p, byte kind, int peer, int tag) {
    int context = arguments.context(p);
    int request = completions.newPersistent(p, kind);
    requests.context[request] = context;
    requests.peer[request] = peer;
    requests.tag[request] = tag;
    return request;
  }

  /** Starts a persistent request. */
  void restart(RankProcess p, int request) {
    if (request == Requests.NONE || !requests.persistent[request]) {
      throw new ReplayException(
          "found a start of a request that is not persistent; expected a request of MPI_*_init");
    }
    if (requests.state[request] != Requests.INACTIVE) {
      throw new ReplayException(
          "found a start of an active request; expected an earlier wait or test that completed it");
    }
    requests.state[request] = Requests.PENDING;
    requests.told[request] = false;
    requests.donePicos[request] = Requests.NOT_KNOWN;
    int peer = requests.peer[request];
    boolean send = requests.kind[request] == Requests.SEND;
    if (peer == EventTable.NONE) {
      finishEmpty(p, request);
    } else if (send) {
      SendMode mode = SendMode.of(requests.mode[request]);
      startSend(
          p,
          request,
          peer,
          requests.context[request],
          requests.tag[request],
          requests.bytes[request],
          mode);
    } else {
      transport.receive(
          request, p.worldRank, requests.context[request], peer, requests.tag[request], p.clock);
    }
  }

  // ---- probes

  void probe(RankProcess p) {
    if (!completions.atItsTime(p)) {
      return;
    }
    if (arguments.source(p) != EventTable.NONE && probed(p) == Messages.NONE) {
      p.blocked = Blocked.PROBE;
    }
  }

  /** What a test found was decided when the trace was recorded: if it found nothing, nothing happens. */
  void probeIfFound(RankProcess p) {
    p.look();
    if (arguments.has(p, Parameter.OUTCOMES) && completions.flag(p)) {
      probe(p);
    }
  }

  /**
   * A message that nobody has asked for is visible; its rank may be probing for it. The rank goes on
   * by an alarm, so that ranks that wake each other do not call each other.
   */
  void visible(RankProcess p, int message) {
    if (p.blocked == Blocked.PROBE && probed(p) == message) {
      p.clock = Math.max(p.clock, engine.nowPicos());
      p.blocked = Blocked.CLOCK;
      engine.alarm(Token.of(Token.RANK, p.worldRank), p.clock);
    }
  }

  /** The first message that the rank's probe may see, or {@link Messages#NONE}. */
  private int probed(RankProcess p) {
    int message = transport.matching.find(
        p.worldRank, arguments.source(p), arguments.context(p), arguments.receiveTag(p));
    boolean there = message != Messages.NONE
        && (transport.messages.arrived[message] || !transport.messages.eager[message]);
    return there ? message : Messages.NONE;
  }
}
