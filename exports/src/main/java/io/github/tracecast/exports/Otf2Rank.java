package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.exports.Otf2Requests.Otf2Message;
import io.github.tracecast.exports.timeline.RankClock;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.CollectiveOperation;
import io.github.tracecast.imports.otf2.RankEvents;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * Writes the events of one rank. Each call becomes a region within the regions of its call path,
 * and MPI events. Each instance is used once.
 */
final class Otf2Rank extends CallWalk {
  private static final int NO_ROOT = ArchiveWriter.UNDEFINED;

  private final int program;
  private final RankClock clock;
  private final RankEvents events;
  private final Otf2Path path;
  private final Otf2Requests requests;
  private final Otf2Sizes sizes = new Otf2Sizes();
  private long before;
  private boolean begun;

  /** @param program a reference to the program's name */
  Otf2Rank(
      Exported exported,
      int rank,
      int program,
      RankClock clock,
      Otf2Definitions definitions,
      RankEvents events) {
    super(exported, rank);
    this.program = program;
    this.clock = clock;
    this.events = events;
    this.path = new Otf2Path(exported.trace, definitions, events);
    this.requests = new Otf2Requests(numbers, cancelled, events);
  }

  /**
   * Writes all calls and returns the end time of the last call.
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
  void take(ExecutedCall call) {
    requests.setShown(clock.shows());
    if (clock.shows()) {
      write(call);
    } else {
      writeEvents(call, before, before);
      requests.endParted(before);
      before = clock.end();
    }
  }

  private void write(ExecutedCall call) {
    long begin = Math.max(before, clock.begin());
    long end = Math.max(begin, clock.end());
    if (!begun) {
      begun = true;
      events.write("ProgramBegin", before, program, 0, 0L);
    }
    path.move(table.callSite(call.event()), before);
    boolean parted = exported.mixed.has(call.event());
    int region = path.region(call.event(), parted ? call.call().nonblocking() : call.call());
    events.enter(begin, region);
    writeEvents(call, begin, end);
    if (parted) {
      events.leave(begin, region);
      region = path.region(MpiCall.WAIT);
      events.enter(begin, region);
      requests.endParted(end);
    }
    events.leave(end, region);
    before = end;
  }

  private void writeEvents(ExecutedCall call, long begin, long end) {
    switch (call.call().role()) {
      case SEND -> send(call, begin);
      case START_SEND -> requests.start(sent(call), true, begin);
      case PREPARE_SEND -> requests.prepare(sent(call), true);
      case RECEIVE -> receive(call, end);
      case START_RECEIVE -> requests.start(received(call), false, begin);
      case PREPARE_RECEIVE -> requests.prepare(received(call), false);
      case EXCHANGE -> {
        send(call, begin);
        receive(call, end);
      }
      case START -> requests.startPrepared(call, begin);
      case CANCEL -> requests.cancel(call, end);
      case FREE_REQUEST -> requests.free(call);
      case COMPLETE -> noteCompletion(call, requests.complete(call, end));
      case MAKE_COMMUNICATOR -> makeCommunicator(call, begin, end);
      default -> collective(call, begin, end);
    }
  }

  private void makeCommunicator(ExecutedCall call, long begin, long end) {
    int communicator = call.communicator();
    if (clock.shows() && communicator >= 0) {
      events.beginCollective(begin);
      events.endCollective(
          end, CollectiveOperation.CREATE_HANDLE.number(), communicator, NO_ROOT, 0, 0);
    }
  }

  private void collective(ExecutedCall call, long begin, long end) {
    int communicator = CallArguments.communicator(call);
    if (call.call().isCollective() && communicator >= 0) {
      describe(call, communicator);
    }
    CollectiveOperation kind = CollectiveOperation.of(call.call());
    if (kind == CollectiveOperation.UNKNOWN) {
      return;
    }
    int operation = kind.number();
    if (table.communicators().firstGroup(communicator) > 0) {
      exported.lost.add("collectives on inter-communicators are written only as function calls");
      return;
    }
    int size = table.communicators().size(communicator);
    int local = table.communicators().localRank(communicator, call.rank());
    boolean rooted = call.call().isRooted();
    int root = rooted ? call.value(Parameter.ROOT, 0) : NO_ROOT;
    sizes.of(call, size, local, rooted && root == local);
    if (exported.mixed.has(call.event())) {
      requests.startParted(operation, communicator, root, sizes, begin);
    } else if (call.call().makesRequest()) {
      requests.startCollective(operation, communicator, root, sizes, begin);
    } else if (clock.shows()) {
      events.beginCollective(begin);
      events.endCollective(end, operation, communicator, root, sizes.sent, sizes.received);
    }
  }

  private void describe(ExecutedCall call, int communicator) {
    int local = table.communicators().localRank(communicator, call.rank());
    boolean root = call.call().isRooted() && call.value(Parameter.ROOT, 0) == local;
    sizes.ofArguments(call, local, root);
    events.describeCollective(communicator, sizes.sent, sizes.received, root);
  }

  private void send(ExecutedCall call, long time) {
    Otf2Message message = sent(call);
    if (message.peer() >= 0 && clock.shows()) {
      events.send(time, message.peer(), message.communicator(), message.tag(), message.bytes());
    }
  }

  private void receive(ExecutedCall call, long time) {
    Otf2Message message = received(call);
    if (message.peer() != EventTable.NONE && clock.shows()) {
      events.receive(time, message.peer(), message.communicator(), message.tag(), message.bytes());
    }
  }

  private Otf2Message sent(ExecutedCall call) {
    return new Otf2Message(
        call.value(Parameter.DESTINATION, EventTable.ANY),
        CallArguments.communicator(call),
        arguments.sendTag(call),
        call.sendBytes());
  }

  private Otf2Message received(ExecutedCall call) {
    int source = call.value(Parameter.SOURCE, EventTable.ANY);
    if (source == EventTable.ANY) {
      source = call.value(Parameter.MATCHED_SOURCE, EventTable.ANY);
      if (source == EventTable.ANY) {
        exported.lost.add(
            "receives without a recorded source are written with an undefined sender");
      }
    }
    int tag = source == EventTable.NONE ? 0 : arguments.receiveTag(call);
    if (tag == EventTable.ANY) {
      tag = call.value(Parameter.MATCHED_TAG, EventTable.ANY);
    }
    return new Otf2Message(
        source == EventTable.ANY ? ArchiveWriter.UNDEFINED : source,
        CallArguments.communicator(call),
        tag == EventTable.ANY ? ArchiveWriter.UNDEFINED : tag,
        call.receiveBytes());
  }
}
