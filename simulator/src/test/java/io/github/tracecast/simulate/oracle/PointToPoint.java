package io.github.tracecast.simulate.oracle;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.*;
import java.util.ArrayDeque;
import java.util.stream.Stream;

/**
 * Messages from send to delivery: eager and rendezvous, matching, and the time on the network.
 *
 * <p>A sender is ready o_s after it began; an eager message then flows at once, one of the rendezvous
 * protocol when its receive is posted too (and the handshake is over). The receive is done when the
 * data is there; whoever waits for it pays o_r. The sender of an eager message may have to wait until its
 * receiver {@link Looks}, from the message's arrival on. One thread.
 */
final class PointToPoint {
  private static final String INTERFACE = "at a half-duplex interface";

  /** Told when a request is done, and when a message that nobody has asked for becomes visible. */
  interface Observer {
    void done(int request);

    void visible(int message);
  }

  final Requests requests = new Requests();
  final Messages messages = new Messages();
  final Channels channels = new Channels();
  final Matching matching;
  final MessageCosts costs;

  /** Those whose wait is over, in the order in which it ended. */
  final ArrayDeque<Waiter> ready = new ArrayDeque<>();

  private final TimingEngine engine;
  private final Machine machine;
  private final Observer observer;

  /** Null where none is asked for. */
  private final Timeline timeline;

  /** Messages of a rank that wait for their sender's time to come; they must not be overtaken. */
  private final int[] notReady;

  /** Whether messages match as soon as they are sent and arrive as soon as they start, with the time that they will take. */
  private final boolean foreseen;

  /** Whether messages must start in the order of time nevertheless. */
  private final boolean inOrder;

  /** Whether messages leave in the order of time and then of their senders' ranks, because matches depend on it. */
  private final boolean ordered;

  /** When each rank looks at what has come; null where no sender waits for that. */
  private final Looks[] looks;

  /** Messages that a rank has sent and nobody has received. */
  private final int[] undelivered;

  /**
   * @param ordered whether a match may depend on time: messages then leave in the order of time and of ranks
   * @param foreseen whether no match depends on time and the engine foresees arrivals, at least in
   *     order: the engine then times no message's end, and its start only if order matters
   * @param timeline told of each message; null for none
   */
  PointToPoint(
      Machine machine,
      TimingEngine engine,
      boolean ordered,
      boolean foreseen,
      Observer observer,
      Timeline timeline) {
    this.timeline = timeline;
    this.ordered = ordered;
    this.foreseen = foreseen;
    this.inOrder = foreseen && !engine.foresees();
    this.undelivered = new int[machine.ranks()];
    this.machine = machine;
    this.engine = engine;
    this.observer = observer;
    this.costs = new MessageCosts(machine);
    this.matching = new Matching(requests, messages, channels, machine.ranks());
    this.notReady = new int[machine.ranks()];
    this.looks = costs.anyAwaitLook() ? looks(machine.ranks(), engine) : null;
  }

  private static Looks[] looks(int ranks, TimingEngine engine) {
    return Stream.generate(() -> new Looks(engine)).limit(ranks).toArray(Looks[]::new);
  }

  /** Whether a send's request is to be completed by what its receiver does. */
  boolean sendWaits(SendMode mode, int source, int destination, long bytes) {
    return costs.synchronous(mode, bytes) || costs.awaitsLook(mode, source, destination, bytes);
  }

  /**
   * Sends; the caller has paid o_s already.
   *
   * @param request the request to complete where {@link #sendWaits}, else it is the caller's to complete; may be {@link
   *     Requests#NONE} then
   * @param readyPicos the sender's own time, not before the engine's
   * @param port the sender's
   */
  void send(
      int request,
      int source,
      int destination,
      int context,
      int tag,
      long bytes,
      SendMode mode,
      long readyPicos,
      Port port) {
    int message = messages.create();
    int channel = channels.of(source, destination, context);
    channels.messages[channel]++;
    channels.bytes[channel] += bytes;
    messages.source[message] = source;
    messages.destination[message] = destination;
    messages.context[message] = context;
    messages.tag[message] = tag;
    messages.bytes[message] = bytes;
    messages.channel[message] = channel;
    messages.picos[message] = readyPicos;
    if (port.halfDuplex != null) {
      port.halfDuplex.send(
          0,
          readyPicos,
          costs.interfaceHeld(machine.nodeOf(source), machine.nodeOf(destination), bytes));
    }
    messages.eager[message] = costs.eager(mode, bytes);
    if (sendWaits(mode, source, destination, bytes)) {
      messages.sendRequest[message] = request;
      requests.context[request] = context;
      requests.peer[request] = destination;
      requests.tag[request] = tag;
    }
    undelivered[source]++;
    if (foreseen || (!ordered && readyPicos <= engine.nowPicos() && notReady[source] == 0)) {
      depart(message);
      return;
    }
    notReady[source]++;
    if (ordered) {
      engine.departure(
          Token.of(Token.READY, message),
          Math.max(readyPicos, engine.nowPicos()),
          source,
          messages.number[message]);
    } else {
      engine.alarm(Token.of(Token.READY, message), Math.max(readyPicos, engine.nowPicos()));
    }
  }

  /** When a message by which a receive is done is there, once it has come through the receiver's half-duplex interface. */
  long enters(int receive, int rank, HalfDuplex halfDuplex) {
    int from = machine.nodeOf(requests.source[receive]);
    int to = machine.nodeOf(rank);
    long bytes = requests.bytes[receive];
    long late = halfDuplex.late(
        0,
        requests.startPicos[receive],
        costs.interfaceHeld(from, to, bytes),
        costs.interfaceHidden(from, to, bytes));
    return Picos.sum(requests.arrivalPicos[receive], late, INTERFACE);
  }

  /** Posts a receive at the receiver's own time; {@code peer} and {@code tag} may be ANY. */
  void receive(int request, int rank, int context, int peer, int tag, long postedPicos) {
    requests.context[request] = context;
    requests.peer[request] = peer;
    requests.tag[request] = tag;
    requests.postedPicos[request] = postedPicos;
    int message = matching.take(request, rank);
    if (message != Messages.NONE) {
      matched(message, request);
    }
  }

  /** The port of a rank, which has sent and received nothing yet. */
  Port port(int rank) {
    return new Port(
        costs.halfDuplex() && !engine.contends() ? new HalfDuplex(1) : null,
        looks == null ? null : looks[rank]);
  }

  /** Messages that a rank has sent and nobody has received. */
  int undelivered(int rank) {
    return undelivered[rank];
  }

  /** An alarm with a message's token. */
  void ready(int message) {
    notReady[messages.source[message]]--;
    depart(message);
  }

  /** Both sides of a rendezvous are ready. */
  void flow(int message) {
    start(message, engine.nowPicos());
  }

  private void flow(int message, long startPicos) {
    if (inOrder) {
      engine.departure(
          Token.of(Token.DATA, message),
          startPicos,
          messages.source[message],
          messages.number[message]);
    } else {
      start(message, startPicos);
    }
  }

  private void start(int message, long startPicos) {
    messages.startPicos[message] = startPicos;
    if (foreseen) {
      messages.picos[message] = engine.arrival(
          machine.nodeOf(messages.source[message]),
          machine.nodeOf(messages.destination[message]),
          messages.bytes[message],
          startPicos);
      messages.arrived[message] = true;
      if (messages.receiveRequest[message] != Requests.NONE) {
        deliver(message);
      }
      return;
    }
    engine.transfer(
        Token.of(Token.MESSAGE, message),
        machine.nodeOf(messages.source[message]),
        machine.nodeOf(messages.destination[message]),
        messages.bytes[message]);
  }

  /** The message's data is there. */
  void arrived(int message) {
    messages.arrived[message] = true;
    messages.picos[message] = engine.nowPicos();
    awaitLook(message);
    if (messages.receiveRequest[message] == Requests.NONE) {
      observer.visible(message);
    } else {
      deliver(message);
    }
  }

  /** An eager message is there: its sender is done when the receiver looks. */
  private void awaitLook(int message) {
    int send = messages.sendRequest[message];
    if (send != Requests.NONE && messages.eager[message]) {
      messages.sendRequest[message] = Requests.NONE;
      completeAt(send, looks[messages.destination[message]].next(engine.nowPicos()));
    }
  }

  private void depart(int message) {
    if (messages.eager[message]) {
      flow(message, messages.picos[message]);
    }
    int receive = matching.give(message);
    if (receive != Requests.NONE) {
      matched(message, receive);
    } else if (!messages.eager[message]) {
      observer.visible(message);
    }
  }

  private void matched(int message, int receive) {
    messages.receiveRequest[message] = receive;
    if (messages.eager[message]) {
      if (messages.arrived[message]) {
        deliver(message);
      }
      return;
    }
    int from = machine.nodeOf(messages.source[message]);
    int to = machine.nodeOf(messages.destination[message]);
    long handshake = costs.handshake(from, to);
    long asked = Picos.sum(messages.picos[message], handshake, MessageCosts.HANDSHAKE);
    long start = Picos.sum(
        Math.max(asked, requests.postedPicos[receive]), handshake, MessageCosts.HANDSHAKE);
    if (foreseen || start <= engine.nowPicos()) {
      flow(message, start);
    } else {
      messages.startPicos[message] = start;
      engine.alarm(Token.of(Token.DATA, message), start);
    }
  }

  /**
   * Writes down all messages and what they wait for.
   *
   * @return what each message is called there
   */
  int[] describe(StateWriter state) {
    int[] all = messages.all();
    int[] idOf = new int[messages.rows()];
    for (int id = 0; id < all.length; id++) {
      int message = all[id];
      idOf[message] = id;
      describe(message, state);
    }
    state.put(all.length);
    for (int rank = 0; rank < notReady.length; rank++) {
      state.put(notReady[rank]);
      state.put(undelivered[rank]);
      if (looks != null) {
        looks[rank].describe(state, rank);
      }
    }
    matching.describe(state, idOf);
    return idOf;
  }

  private void describe(int message, StateWriter state) {
    boolean flows = messages.startPicos[message] != Messages.NONE;
    state.put(messages.channel[message]);
    state.tag(messages.context[message], messages.tag[message]);
    state.put(messages.bytes[message]);
    state.put(
        messages.eager[message],
        messages.arrived[message],
        flows,
        messages.startPicos[message] > engine.nowPicos());
    state.request(messages.sendRequest[message]);
    state.request(messages.receiveRequest[message]);
    long handshake = flows
        ? 0
        : costs.handshake(
            machine.nodeOf(messages.source[message]),
            machine.nodeOf(messages.destination[message]));
    state.time(messages.picos[message] + handshake);
    state.time(flows ? messages.startPicos[message] : messages.picos[message]);
  }

  private void deliver(int message) {
    int receive = messages.receiveRequest[message];
    int send = messages.sendRequest[message];
    long arrival = messages.picos[message];
    requests.bytes[receive] = messages.bytes[message];
    requests.arrivalPicos[receive] = arrival;
    requests.startPicos[receive] = messages.startPicos[message];
    requests.source[receive] = messages.source[message];
    undelivered[messages.source[message]]--;
    if (timeline != null) {
      timeline.message(
          messages.source[message],
          messages.destination[message],
          messages.bytes[message],
          messages.startPicos[message],
          arrival);
    }
    messages.release(message);
    complete(receive, Math.max(arrival, requests.postedPicos[receive]));
    if (send != Requests.NONE) {
      complete(send, arrival);
    }
  }

  /** A pending request is done at a time that may still be to come. */
  void completeAt(int request, long picos) {
    if (foreseen || picos <= engine.nowPicos()) {
      complete(request, picos);
    } else {
      requests.donePicos[request] = picos;
      engine.alarm(Token.of(Token.REQUEST, request), picos);
    }
  }

  /** Marks a request as done at a time. */
  void complete(int request, long picos) {
    requests.state[request] = Requests.DONE;
    requests.told[request] = true;
    requests.donePicos[request] = picos;
    observer.done(request);
  }
}
