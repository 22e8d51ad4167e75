package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.NamedCalls;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates the events of one task from its calls and messages, which come in blocks. Only one thread
 * at a time may use an instance.
 */
final class TaskWriter {
  private final int task;
  private final int unitsPerMicrosecond;
  private final Records records;
  private final EventSink sink;
  private final CollectiveWriter collectives;
  private final boolean createTogether;
  private final Set<String> notes = new LinkedHashSet<>();
  private final int bytes;
  private final Outstanding outstanding = new Outstanding();
  private final MessageQueue sends = new MessageQueue(true);
  private final MessageQueue receives = new MessageQueue(false);

  /** The end of the last call; before the first call, the start of the task. */
  private long before;

  /**
   * Whether the trace lacks the arguments of the current call. Such a call is written so that it
   * takes no time in a replay.
   */
  private boolean withoutArguments;

  private long sendsWithoutMessage;
  private long receivesWithoutMessage;

  /**
   * @param start the start of the task
   * @param createTogether whether all tasks create communicators with the same calls, so that these
   *     calls are on MPI_COMM_WORLD
   */
  TaskWriter(
      int task,
      int unitsPerMicrosecond,
      long start,
      Records records,
      boolean createTogether,
      EventSink sink) {
    this.task = task;
    this.unitsPerMicrosecond = unitsPerMicrosecond;
    this.before = start;
    this.records = records;
    this.createTogether = createTogether;
    this.sink = sink;
    this.collectives = new CollectiveWriter(task, records, sink, notes);
    this.bytes = sink.datatype("MPI_BYTE", 1);
  }

  /** Returns the notes about the calls of the task, in the order of the calls. */
  Set<String> notes() {
    return notes;
  }

  long sendsWithoutMessage() {
    return sendsWithoutMessage;
  }

  long receivesWithoutMessage() {
    return receivesWithoutMessage;
  }

  /** Writes the calls of a block. */
  void write(List<PrvCall> block, List<PrvMessage> moreSends, List<PrvMessage> moreReceives) {
    sends.add(moreSends);
    receives.add(moreReceives);
    for (PrvCall row : block) {
      begin(writtenCall(row), row);
      sink.end();
      before = row.ending;
    }
  }

  /**
   * Writes the end of the task, after its last block.
   *
   * @param endOfTask the end of the task; -1 if the trace does not have it
   */
  void end(long endOfTask) {
    requireNone(sends);
    requireNone(receives);
    if (endOfTask > before) {
      notes.add(
          "the time from the last call of a task to the end of the task is kept as computation before an added call of MPI_Finalized");
      sink.begin(MpiCall.FINALIZED, sink.site("end of the run"))
          .compute(Unit.MICROSECONDS, microseconds(endOfTask - before))
          .end();
    } else if (endOfTask < 0) {
      notes.add("some tasks have no end; the trace may be incomplete");
    }
  }

  /**
   * Returns the call to write: MPI_Other for a call that takes time in a replay but whose arguments
   * the trace lacks.
   */
  private MpiCall writtenCall(PrvCall row) {
    MpiCall call = row.call;
    boolean known = switch (call) {
      case TEST_CANCELLED, REQUEST_GET_STATUS, OTHER -> false;
      default ->
        switch (call.role()) {
          case PREPARE_SEND, PREPARE_RECEIVE, START, PROBE, FREE_REQUEST, CANCEL -> false;
          case RECEIVE, START_RECEIVE -> !call.isOfProbedMessage();
          case COMPLETE -> !call.tests();
          case COLLECTIVE, START_COLLECTIVE ->
            CollectiveWriter.blocking(call) != null
                && row.communicator != PrvCall.INTER_COMMUNICATOR;
          default -> createTogether || !CommunicatorMakers.isMaker(call);
        };
    };
    withoutArguments = !known && NamedCalls.takesNoTime(call);
    if (!known) {
      notes.add(
          call == MpiCall.OTHER
              ? "calls outside MPI 3.1 are kept without their arguments, which the trace lacks"
              : call.mpiName() + " is kept without its arguments, which the trace lacks");
    }
    return known || withoutArguments ? call : MpiCall.OTHER;
  }

  private void begin(MpiCall call, PrvCall row) {
    sink.begin(call, sink.site(row.site))
        .compute(Unit.MICROSECONDS, microseconds(row.beginning - before))
        .inside(Unit.MICROSECONDS, microseconds(row.ending - row.beginning));
    if (withoutArguments) {
      NamedCalls.write(sink, call);
      return;
    }
    switch (call.role()) {
      case SEND -> send(row);
      case START_SEND -> {
        send(row);
        outstanding.add(sink.requests(), Outstanding.UNKNOWN);
      }
      case RECEIVE -> receive(row, false);
      case START_RECEIVE -> {
        PrvMessage message = receive(row, false);
        outstanding.add(sink.requests(), message == null ? Outstanding.UNKNOWN : message.arrived());
      }
      case EXCHANGE -> {
        send(row);
        receive(row, true);
      }
      case COMPLETE -> {
        if (call == MpiCall.WAIT || call == MpiCall.WAITANY) {
          waitForOne(call, row);
        } else {
          waitForMany(call, row);
        }
      }
      default -> {
        MpiCall blocking = CollectiveWriter.blocking(call);
        if (blocking != null) {
          collectives.write(row, blocking);
        }
        if (call.makesRequest()) {
          outstanding.add(sink.requests(), Outstanding.UNKNOWN);
        }
      }
    }
  }

  private double microseconds(long units) {
    return (double) units / unitsPerMicrosecond;
  }

  private void send(PrvCall row) {
    PrvMessage message = messageOfCall(row, sends);
    if (message == null) {
      sendsWithoutMessage++;
      sink.none(Parameter.DESTINATION);
    } else {
      sink.number(Parameter.DESTINATION, message.receiver());
    }
    sink.number(Parameter.TAG, message == null ? 0 : message.tag())
        .number(Parameter.COUNT, message == null ? 0 : message.bytes())
        .number(Parameter.DATATYPE, bytes);
  }

  /** Writes the arguments of a receive. Returns its message; null if it has none. */
  private @Nullable PrvMessage receive(PrvCall row, boolean alsoSends) {
    PrvMessage message = messageOfCall(row, receives);
    if (message == null) {
      receivesWithoutMessage++;
      sink.none(Parameter.SOURCE);
    } else {
      sink.number(Parameter.SOURCE, message.sender());
    }
    sink.number(
        alsoSends ? Parameter.RECEIVE_TAG : Parameter.TAG, message == null ? 0 : message.tag());
    if (row.call != MpiCall.SENDRECV_REPLACE) {
      sink.number(
              alsoSends ? Parameter.RECEIVE_COUNT : Parameter.COUNT,
              message == null ? 0 : message.bytes())
          .number(alsoSends ? Parameter.RECEIVE_DATATYPE : Parameter.DATATYPE, bytes);
    }
    return message;
  }

  /**
   * Removes and returns the first message if it begins or ends within the call of a row; otherwise
   * null.
   */
  private @Nullable PrvMessage messageOfCall(PrvCall row, MessageQueue messages) {
    PrvMessage message = messages.first();
    if (message == null) {
      return null;
    }
    long time = message.callTime(messages.sending());
    if (time < row.beginning) {
      throw messageOutsideCalls(message, messages.sending());
    }
    boolean within = time < row.ending || time == row.beginning;
    if (!within) {
      return null;
    }
    messages.removeFirst();
    return message;
  }

  private void requireNone(MessageQueue messages) {
    PrvMessage message = messages.first();
    if (message != null) {
      throw messageOutsideCalls(message, messages.sending());
    }
  }

  private TraceException messageOutsideCalls(PrvMessage message, boolean sending) {
    return records.fault(
        message.line(),
        "a message that task " + (task + 1) + (sending ? " sends" : " receives") + " at "
            + message.callTime(sending),
        "a time within one of its " + (sending ? "sends" : "receives")
            + "; persistent requests and matched probes are not supported");
  }

  private void waitForOne(MpiCall call, PrvCall row) {
    noteRequests();
    long request = outstanding.takeOne(row.beginning, row.ending);
    if (call == MpiCall.WAIT) {
      sink.numberOrNone(Parameter.REQUEST, request, request == 0);
    } else {
      requests(call, request == 0 ? List.of() : List.of(request));
    }
  }

  private void waitForMany(MpiCall call, PrvCall row) {
    noteRequests();
    requests(call, outstanding.takeAll(row.ending));
  }

  private void requests(MpiCall call, List<Long> requests) {
    sink.list(Parameter.REQUESTS);
    requests.forEach(sink::add);
    if (call != MpiCall.WAITALL) {
      sink.list(Parameter.OUTCOMES, requests.size(), i -> i);
    }
  }

  private void noteRequests() {
    notes.add(
        "the trace does not contain the requests that a wait completes; receives are matched by their end time, other requests in order");
  }
}
