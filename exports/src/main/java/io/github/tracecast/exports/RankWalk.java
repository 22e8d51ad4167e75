package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.exports.requests.OpenRequests;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveLookup;
import io.github.tracecast.simulate.calls.UnmodelledCalls;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.SendMode;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes the actions of one rank's calls to a format: messages between world ranks, waits and
 * collectives. Memory is O(open requests). Each instance is used once. Not thread-safe.
 */
final class RankWalk extends CallWalk {
  private final RankActions actions;
  private final OpenRequests<Message, Long> open;
  private final CollectiveLookup collectives = new CollectiveLookup();
  private final CollectiveMessages messages;
  private final Message message = new Message();
  private final Message received = new Message();

  RankWalk(Exported exported, int rank, RankActions actions) {
    super(exported, rank);
    this.actions = actions;
    this.open = new OpenRequests<>(numbers, cancelled);
    this.messages = new CollectiveMessages(exported, actions);
  }

  /**
   * Passes on the actions of all calls.
   *
   * @param progress receives the number of calls since its last call from time to time
   */
  void run(LongConsumer progress) throws IOException {
    walk(progress);
    actions.end();
  }

  @Override
  void take(ExecutedCall call) throws IOException {
    int delta = exported.computation.before(cursor);
    if (delta >= 0) {
      actions.compute(exported.computation.unit(delta), exported.computation.amount(delta));
    }
    switch (call.call().role()) {
      case SEND -> send(call);
      case START_SEND -> {
        mode(call);
        open.start(sent(call), true, this::start);
      }
      case PREPARE_SEND -> {
        mode(call);
        open.prepare(new Message().set(sent(call)), true);
      }
      case RECEIVE -> receive(call);
      case START_RECEIVE -> open.start(received(call), false, this::start);
      case PREPARE_RECEIVE -> open.prepare(new Message().set(received(call)), false);
      case EXCHANGE -> exchange(call);
      case START -> open.startPrepared(call, this::start);
      case FREE_REQUEST -> open.free(call);
      case COMPLETE -> complete(call);
      case PROBE ->
        exported.lost.add(call.call().mpiName()
            + " is left out, because the format has no equivalent; the receive waits instead");
      case CANCEL ->
        exported.lost.add(
            "MPI_Cancel and the receives that it cancels are left out, because the format has no equivalent");
      case COLLECTIVE, MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS ->
        collective(collectives.find(call), call);
      case START_COLLECTIVE, START_COMMUNICATOR ->
        beside(Objects.requireNonNull(collectives.find(call)), call);
      case OTHER -> other(call);
    }
  }

  private void other(ExecutedCall called) throws IOException {
    MpiCall call = called.call();
    if (call.isEndOfRun()) {
      actions.environment(call);
    }
    Event event = exported.trace.events().get(called.event());
    if (UnmodelledCalls.keepsItsTime(event)) {
      exported.lost.add(call.mpiName()
          + " is written as computation, with the time that was recorded inside the call");
      actions.compute(Unit.MICROSECONDS, exported.computation.kept(event, called.rank()));
    }
  }

  private void collective(@Nullable CollectiveArguments given, ExecutedCall call)
      throws IOException {
    if (given != null && given.size() > 1 && !actions.collective(given, call)) {
      messages.write(given);
    }
  }

  private void beside(CollectiveArguments given, ExecutedCall call) throws IOException {
    if (given.size() > 1 && !actions.collective(given, call)) {
      actions.beginBeside();
      messages.write(given);
      long request = actions.endBeside();
      if (request != RankActions.DONE) {
        open.add(numbers.last(), request);
      }
    }
  }

  private Message sent(ExecutedCall call) {
    int peer = arguments.destination(call);
    return peer == EventTable.NONE
        ? message.set(peer, 0, 0, Message.BYTES, 0)
        : fill(message, call, peer, arguments.sendTag(call), Parameter.COUNT, Parameter.DATATYPE);
  }

  private Message received(ExecutedCall call) {
    int peer = arguments.source(call);
    if (peer == EventTable.NONE) {
      return received.set(peer, 0, 0, Message.BYTES, 0);
    }
    int tag = arguments.receiveTag(call);
    if (tag == EventTable.ANY) {
      // the output distinguishes communicators and collectives only by tags, so a receive with
      // MPI_ANY_TAG could match messages of another communicator
      tag = Math.max(EventTable.ANY, call.value(Parameter.MATCHED_TAG, EventTable.ANY));
    }
    boolean own = call.has(Parameter.RECEIVE_COUNT);
    return fill(
        received,
        call,
        peer,
        tag,
        own ? Parameter.RECEIVE_COUNT : Parameter.COUNT,
        own ? Parameter.RECEIVE_DATATYPE : Parameter.DATATYPE);
  }

  private Message fill(
      Message filled, ExecutedCall call, int peer, int tag, Parameter count, Parameter datatype) {
    long elements = call.count(count);
    return filled.set(
        peer,
        exported.tags.ofMessage(CallArguments.communicator(call), tag),
        elements,
        call.value(datatype, Message.BYTES),
        elements * call.bytesOf(datatype));
  }

  private void send(ExecutedCall call) throws IOException {
    if (sent(call).peer != EventTable.NONE) {
      actions.send(message);
      mode(call);
    }
  }

  private void receive(ExecutedCall call) throws IOException {
    if (received(call).peer != EventTable.NONE) {
      actions.receive(received);
    }
  }

  private void exchange(ExecutedCall call) throws IOException {
    boolean sends = sent(call).peer != EventTable.NONE;
    boolean receives = received(call).peer != EventTable.NONE;
    if (sends && receives) {
      actions.exchange(message, received);
    } else if (sends) {
      actions.send(message);
    } else if (receives) {
      actions.receive(received);
    }
  }

  /**
   * Counts a send mode as lost. The mode of a persistent send counts once, where the send is
   * prepared.
   */
  private void mode(ExecutedCall call) {
    if (call.call().sendMode() != SendMode.STANDARD && call.call().sendMode() != SendMode.READY) {
      exported.lost.add(call.call().mpiName()
          + " is written as an ordinary send, because the format has no send modes");
    }
  }

  private @Nullable Long start(long number, Message given, boolean sends, boolean withdrawn)
      throws IOException {
    if (withdrawn || given.peer == EventTable.NONE) {
      return null;
    }
    return sends ? actions.startSend(given) : actions.startReceive(given);
  }

  private void complete(ExecutedCall call) throws IOException {
    LongArrayList awaited = new LongArrayList();
    noteCompletion(
        call, open.complete(call, (number, request) -> awaited.add(request.longValue())));
    if (!awaited.isEmpty()) {
      actions.await(awaited.elements(), awaited.size());
    } else if (call.call() == MpiCall.TEST && call.requests() == 1) {
      Long request = open.get(call.request(0, numbers));
      if (request != null) {
        actions.test(request);
      }
    }
  }
}
