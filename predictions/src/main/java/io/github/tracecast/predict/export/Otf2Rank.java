package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * Writes the events of one rank. Each call has a region within the regions of its call path, and
 * its MPI events. Each instance is used once.
 */
final class Otf2Rank extends CallWalk {
  private static final int CREATE_HANDLE = 17;
  private static final int NO_ROOT = ArchiveWriter.UNDEFINED;

  private final int program;
  private final RankClock clock;
  private final EventWriter events;
  private final Otf2Path path;
  private final Otf2Requests requests;
  private final Otf2Sizes sizes;
  private long before;
  private boolean begun;

  /** @param program a reference to the program's name */
  Otf2Rank(
      Exported exported,
      int rank,
      int program,
      RankClock clock,
      Otf2Definitions definitions,
      EventWriter events) {
    super(exported, rank);
    this.program = program;
    this.clock = clock;
    this.events = events;
    this.path = new Otf2Path(exported.trace, definitions, events);
    this.requests = new Otf2Requests(exported, numbers, events);
    this.sizes = new Otf2Sizes(table);
  }

  /**
   * Writes all calls and returns the end of the last.
   *
   * @param progress receives the number of calls since its last call from time to time
   */
  long run(LongConsumer progress) throws IOException {
    walk(progress);
    if (begun) {
      path.leaveAll(before);
      events.write("ProgramEnd", before, 0L);
    }
    return before;
  }

  @Override
  boolean reaches() {
    return clock.next(cursor);
  }

  @Override
  void take(MpiCall call) {
    requests.shown(clock.shows());
    if (clock.shows()) {
      write(call);
    } else {
      take(call, before, before);
      before = clock.end();
    }
  }

  private void write(MpiCall call) {
    long begin = Math.max(before, clock.begin());
    long end = Math.max(begin, clock.end());
    if (!begun) {
      begun = true;
      events.write("ProgramBegin", before, program, 0, 0L);
    }
    path.move(table.callSite(cursor.event()), before);
    int region = path.region(cursor.event(), call);
    events.enter(begin, region);
    take(call, begin, end);
    events.leave(end, region);
    before = end;
  }

  private void take(MpiCall call, long begin, long end) {
    switch (call.role()) {
      case SEND -> send(begin);
      case START_SEND -> requests.startSend(sent(), begin);
      case PREPARE_SEND -> requests.prepare(sent(), true);
      case RECEIVE -> receive(end);
      case START_RECEIVE -> requests.startReceive(received(), begin);
      case PREPARE_RECEIVE -> requests.prepare(received(), false);
      case EXCHANGE -> {
        send(begin);
        receive(end);
      }
      case START -> requests.start(this, begin);
      case FREE_REQUEST -> requests.free(this);
      case COMPLETE -> requests.complete(this, call, end);
      case MAKE_COMMUNICATOR -> makeCommunicator(begin, end);
      default -> collective(call, begin, end);
    }
  }

  private void makeCommunicator(long begin, long end) {
    int communicator = table.communicator(event(), worldRank(), execution());
    if (clock.shows() && communicator >= 0) {
      events.beginCollective(begin);
      events.endCollective(end, CREATE_HANDLE, communicator, NO_ROOT, 0, 0);
    }
  }

  private void collective(MpiCall call, long begin, long end) {
    int operation = Otf2Sizes.operation(call);
    if (operation < 0) {
      return;
    }
    int communicator = arguments.communicator(this);
    if (table.communicators().firstGroup(communicator) > 0) {
      exported.lost.add("collectives on inter-communicators are written as functions only");
      return;
    }
    int size = table.communicators().size(communicator);
    int local = table.communicators().localRank(communicator, worldRank());
    boolean rooted = call.isRooted();
    int root = rooted ? arguments.value(this, Parameter.ROOT, 0) : NO_ROOT;
    sizes.of(this, call, size, local, rooted && root == local);
    if (call.makesRequest()) {
      requests.startCollective(operation, communicator, root, sizes, begin);
    } else if (clock.shows()) {
      events.beginCollective(begin);
      events.endCollective(end, operation, communicator, root, sizes.sent, sizes.received);
    }
  }

  private void send(long time) {
    Otf2Message message = sent();
    if (message.peer() >= 0 && clock.shows()) {
      events.send(time, message.peer(), message.communicator(), message.tag(), message.bytes());
    }
  }

  private void receive(long time) {
    Otf2Message message = received();
    if (message.peer() >= 0 && clock.shows()) {
      events.receive(time, message.peer(), message.communicator(), message.tag(), message.bytes());
    }
  }

  private Otf2Message sent() {
    return new Otf2Message(
        local(Parameter.DESTINATION),
        arguments.communicator(this),
        arguments.value(this, Parameter.TAG, 0),
        table.sendBytes(event(), worldRank(), execution()));
  }

  private Otf2Message received() {
    int source = local(Parameter.SOURCE);
    if (source == EventTable.ANY) {
      source = local(Parameter.MATCHED_SOURCE);
      if (source == EventTable.ANY) {
        exported.lost.add("receives without a recorded source are written without their message");
      }
    }
    Parameter own =
        table.has(event(), Parameter.RECEIVE_TAG) ? Parameter.RECEIVE_TAG : Parameter.TAG;
    int tag = arguments.value(this, own, 0);
    return new Otf2Message(
        source,
        arguments.communicator(this),
        tag == EventTable.ANY ? arguments.value(this, Parameter.MATCHED_TAG, 0) : tag,
        table.receiveBytes(event(), worldRank(), execution()));
  }

  /**
   * Returns a rank in the communicator; {@link EventTable#NONE} for no process, {@link
   * EventTable#ANY} if unknown.
   */
  private int local(Parameter parameter) {
    return arguments.value(this, parameter, EventTable.ANY);
  }
}
