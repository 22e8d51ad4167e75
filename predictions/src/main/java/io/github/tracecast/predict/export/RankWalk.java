package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveLookup;
import io.github.tracecast.simulate.calls.UnmodelledCalls;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Walks one rank's calls and passes their actions to a format: messages between world ranks, waits
 * and collectives. Memory is O(open requests). Each instance is used once. Not thread-safe.
 */
final class RankWalk extends CallWalk {
  private final RankActions actions;
  private final OpenRequests open;
  private final CollectiveLookup collectives;
  private final CollectiveMessages messages;
  private final Message message = new Message();
  private final Message received = new Message();

  RankWalk(Exported exported, int rank, RankActions actions) {
    super(exported, rank);
    this.actions = actions;
    this.open = new OpenRequests(exported, numbers, actions);
    this.collectives = new CollectiveLookup(table, arguments, exported.datatypes);
    this.messages = new CollectiveMessages(exported, actions);
  }

  /**
   * Walks all calls.
   *
   * @param progress receives the number of calls since its last call from time to time
   */
  void run(LongConsumer progress) throws IOException {
    walk(progress);
    actions.end();
  }

  @Override
  void take(MpiCall call) throws IOException {
    int delta = exported.computation.before(cursor);
    if (delta >= 0) {
      actions.compute(exported.computation.unit(delta), exported.computation.amount(delta));
    }
    switch (call.role()) {
      case SEND -> send();
      case START_SEND -> startSend();
      case PREPARE_SEND -> open.prepareSend(sent());
      case RECEIVE -> receive();
      case START_RECEIVE -> startReceive();
      case PREPARE_RECEIVE -> open.prepareReceive(received());
      case EXCHANGE -> exchange();
      case START -> open.start(this);
      case FREE_REQUEST -> open.free(this);
      case COMPLETE -> open.complete(this, call);
      case PROBE, CANCEL ->
        exported.lost.add(call.mpiName() + " is left out, because the format has no equivalent");
      case COLLECTIVE -> collective(collectives.operation(this, call), call);
      case START_COLLECTIVE -> beside(collectives.operation(this, call), call);
      case MAKE_COMMUNICATOR -> collective(collectives.makeCommunicator(this, call), call);
      case START_COMMUNICATOR -> beside(collectives.makeCommunicator(this, call), call);
      case MAKE_COMMUNICATOR_OF_MEMBERS -> collective(collectives.makeOfMembers(this), call);
      case OTHER -> other(call);
    }
  }

  private void other(MpiCall call) throws IOException {
    if (call.isEndOfRun()) {
      actions.environment(call);
    } else if (UnmodelledCalls.makesRequest(call)) {
      open.add(RankActions.DONE);
    }
  }

  private void collective(@Nullable CollectiveArguments given, MpiCall call) throws IOException {
    if (given != null && given.size() > 1 && !actions.collective(given, this, call)) {
      messages.write(given);
    }
  }

  private void beside(CollectiveArguments given, MpiCall call) throws IOException {
    if (given.size() == 1 || actions.collective(given, this, call)) {
      open.add(RankActions.DONE);
      return;
    }
    actions.beginBeside();
    messages.write(given);
    open.add(actions.endBeside());
  }

  private Message sent() {
    int peer = arguments.destination(this);
    return peer == EventTable.NONE
        ? message.set(peer, 0, 0, Message.BYTES, 0)
        : fill(message, peer, arguments.sendTag(this), Parameter.COUNT, Parameter.DATATYPE);
  }

  private Message received() {
    int peer = arguments.source(this);
    if (peer == EventTable.NONE) {
      return received.set(peer, 0, 0, Message.BYTES, 0);
    }
    int tag = arguments.receiveTag(this);
    boolean own = arguments.has(this, Parameter.RECEIVE_COUNT);
    return fill(
        received,
        peer,
        tag,
        own ? Parameter.RECEIVE_COUNT : Parameter.COUNT,
        own ? Parameter.RECEIVE_DATATYPE : Parameter.DATATYPE);
  }

  private Message fill(Message filled, int peer, int tag, Parameter count, Parameter datatype) {
    long elements =
        table.has(event(), count) ? table.value(event(), count, worldRank(), execution()) : 0;
    return filled.set(
        peer,
        exported.tags.ofMessage(arguments.communicator(this), tag),
        elements,
        arguments.value(this, datatype, Message.BYTES),
        elements * table.bytesOf(event(), datatype, worldRank(), execution()));
  }

  private void send() throws IOException {
    if (sent().peer != EventTable.NONE) {
      actions.send(message);
    }
  }

  private void receive() throws IOException {
    if (received().peer != EventTable.NONE) {
      actions.receive(received);
    }
  }

  private void exchange() throws IOException {
    boolean sends = sent().peer != EventTable.NONE;
    boolean receives = received().peer != EventTable.NONE;
    if (sends && receives) {
      actions.exchange(message, received);
    } else if (sends) {
      actions.send(message);
    } else if (receives) {
      actions.receive(received);
    }
  }

  private void startSend() throws IOException {
    open.add(sent().peer == EventTable.NONE ? RankActions.DONE : actions.startSend(message));
  }

  private void startReceive() throws IOException {
    open.add(
        received().peer == EventTable.NONE ? RankActions.DONE : actions.startReceive(received));
  }
}
