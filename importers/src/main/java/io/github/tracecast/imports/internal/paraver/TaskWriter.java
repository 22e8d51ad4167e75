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

/** Creates the events of one task from its calls and messages. Each instance is used once. */
final class TaskWriter {
  private static final int NONE = -1;

  private final PrvReader trace;
  private final Records records;
  private final int task;
  private final Calls calls;
  private final MessageRows messages;
  private final int[] sends;
  private final int[] receives;
  private final EventSink sink;
  private final CollectiveWriter collectives;
  private final boolean createTogether;
  private final Set<String> notes = new LinkedHashSet<>();
  private final int bytes;
  private final Outstanding outstanding = new Outstanding();

  /**
   * Whether the trace lacks the arguments of the current call. Such a call is written so that it
   * takes no time in a replay.
   */
  private boolean withoutArguments;

  private int nextSend;
  private int nextReceive;
  private long sendsWithoutMessage;
  private long receivesWithoutMessage;

  /**
   * @param sends rows of the messages that the task sends, in the order of its calls
   * @param receives rows of the messages that the task receives, in the order of its calls
   * @param agreed whether all tasks create communicators with the same calls, so that these calls
   *     are on MPI_COMM_WORLD
   */
  TaskWriter(
      PrvReader trace,
      int task,
      Records records,
      CollectiveMatching collectives,
      int[] sends,
      int[] receives,
      boolean agreed,
      EventSink sink) {
    this.trace = trace;
    this.records = records;
    this.task = task;
    this.calls = trace.calls(task);
    this.messages = trace.messages();
    this.sends = sends;
    this.receives = receives;
    this.createTogether = agreed;
    this.sink = sink;
    this.collectives = new CollectiveWriter(trace, task, records, collectives, sink, notes);
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

  void write() {
    long before = calls.startOfTask;
    for (int row = 0; row < calls.count(); row++) {
      begin(writtenCall(row), row, before);
      sink.end();
      before = calls.ending(row);
    }
    if (nextSend < sends.length) {
      throw messageOutsideCalls(sends[nextSend], true);
    }
    if (nextReceive < receives.length) {
      throw messageOutsideCalls(receives[nextReceive], false);
    }
    if (calls.endOfTask > before) {
      notes.add(
          "the time from the last call of a task to the end of the task is kept as computation before an added call of MPI_Finalized");
      sink.begin(MpiCall.FINALIZED, sink.site("end of the run"))
          .compute(Unit.MICROSECONDS, microseconds(calls.endOfTask - before))
          .end();
    } else if (calls.endOfTask < 0) {
      notes.add("some tasks have no end; the trace may be incomplete");
    }
  }

  /**
   * Returns the call to write: MPI_Other for a call that takes time in a replay but whose arguments
   * the trace lacks.
   */
  private MpiCall writtenCall(int row) {
    MpiCall call = calls.call(row);
    boolean known = switch (call) {
      case TEST_CANCELLED, REQUEST_GET_STATUS, OTHER -> false;
      default ->
        switch (call.role()) {
          case PREPARE_SEND, PREPARE_RECEIVE, START, PROBE, FREE_REQUEST, CANCEL -> false;
          case RECEIVE, START_RECEIVE -> !call.isOfProbedMessage();
          case COMPLETE -> !call.tests();
          case COLLECTIVE, START_COLLECTIVE ->
            CollectiveWriter.blocking(call) != null
                && calls.communicator(row) != Calls.INTER_COMMUNICATOR;
          default -> createTogether || !ParaverImporter.makesCommunicator(call);
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

  private void begin(MpiCall call, int row, long before) {
    sink.begin(call, sink.site(trace.sites().text(calls.site(row))))
        .compute(Unit.MICROSECONDS, microseconds(calls.beginning(row) - before))
        .inside(Unit.MICROSECONDS, microseconds(calls.ending(row) - calls.beginning(row)));
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
        int message = receive(row, false);
        outstanding.add(
            sink.requests(), message == NONE ? Outstanding.UNKNOWN : messages.arrivalTime(message));
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
    return (double) units / trace.header().unitsPerMicrosecond();
  }

  private void send(int row) {
    int message = nextSend < sends.length ? messageOfCall(row, sends[nextSend], true) : NONE;
    if (message == NONE) {
      sendsWithoutMessage++;
      sink.none(Parameter.DESTINATION);
    } else {
      nextSend++;
      sink.number(Parameter.DESTINATION, messages.receiver(message));
    }
    sink.number(Parameter.TAG, message == NONE ? 0 : messages.tag(message))
        .number(Parameter.COUNT, message == NONE ? 0 : messages.bytes(message))
        .number(Parameter.DATATYPE, bytes);
  }

  /** Writes the arguments of a receive. Returns its message, or {@link #NONE}. */
  private int receive(int row, boolean alsoSends) {
    int message =
        nextReceive < receives.length ? messageOfCall(row, receives[nextReceive], false) : NONE;
    if (message == NONE) {
      receivesWithoutMessage++;
      sink.none(Parameter.SOURCE);
    } else {
      nextReceive++;
      sink.number(Parameter.SOURCE, messages.sender(message));
    }
    sink.number(
        alsoSends ? Parameter.RECEIVE_TAG : Parameter.TAG,
        message == NONE ? 0 : messages.tag(message));
    if (calls.call(row) != MpiCall.SENDRECV_REPLACE) {
      sink.number(
              alsoSends ? Parameter.RECEIVE_COUNT : Parameter.COUNT,
              message == NONE ? 0 : messages.bytes(message))
          .number(alsoSends ? Parameter.RECEIVE_DATATYPE : Parameter.DATATYPE, bytes);
    }
    return message;
  }

  /** Returns the message if it begins or ends within the call of a row, otherwise {@link #NONE}. */
  private int messageOfCall(int row, int message, boolean sending) {
    long time = messages.callTime(message, sending);
    if (time < calls.beginning(row)) {
      throw messageOutsideCalls(message, sending);
    }
    boolean within = time < calls.ending(row) || time == calls.beginning(row);
    return within ? message : NONE;
  }

  private TraceException messageOutsideCalls(int message, boolean sending) {
    return records.fault(
        messages.line(message),
        "a message that task " + (task + 1) + (sending ? " sends" : " receives") + " at "
            + messages.callTime(message, sending),
        "a time within one of its " + (sending ? "sends" : "receives")
            + "; persistent requests and matched probes are not supported");
  }

  private void waitForOne(MpiCall call, int row) {
    noteRequests();
    long request = outstanding.takeOne(calls.beginning(row), calls.ending(row));
    if (call == MpiCall.WAIT) {
      sink.numberOrNone(Parameter.REQUEST, request, request == 0);
    } else {
      requests(call, request == 0 ? List.of() : List.of(request));
    }
  }

  private void waitForMany(MpiCall call, int row) {
    noteRequests();
    requests(call, outstanding.takeAll(calls.ending(row)));
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
