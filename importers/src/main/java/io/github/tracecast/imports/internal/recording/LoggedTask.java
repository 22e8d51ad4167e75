package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.series.AddedCalls;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.RequestNumbers;
import io.github.tracecast.trace.recorder.RecorderConstants;
import java.io.IOException;

/**
 * The second pass over a rank's log. It passes the calls to a sink and combines successive polls as
 * a trace does. Each instance is used once. Not thread-safe.
 */
final class LoggedTask {
  private static final int LIST = RecorderConstants.integer("TC_LIST");

  private final LogDefinitions definitions;
  private final AddedCalls sink;
  private final LogHandles handles;

  private final RequestNumbers requests = new RequestNumbers();
  private long events;

  /** Passes all definitions of the log to the sink. */
  LoggedTask(LogDefinitions definitions, CallPaths paths, RunCommunicators all, EventSink sink) {
    this.definitions = definitions;
    this.sink = AddedCalls.ofLog(sink);
    this.handles = new LogHandles(definitions, paths, all, sink);
  }

  /** Returns the number of events passed so far. */
  long events() {
    return events;
  }

  /** Passes all calls of the rank to the sink. */
  void run() throws IOException {
    try (LogReader log = definitions.open()) {
      definitions.events(log, RecordKind.CALL, event -> passCall(log, event));
    }
    sink.endSeries();
  }

  private void passCall(LogReader log, LoggedEvent event) {
    MpiCall call = event.call();
    Counting counting = definitions.counting();
    sink.begin(call, handles.site(log, event.site()))
        .compute(counting.unit(Delta.Kind.COMPUTE), counting.compute(event))
        .inside(counting.unit(Delta.Kind.INSIDE), counting.inside(event));
    if (event.calls() > 0) {
      sink.calls(event.calls());
    }
    for (int i = 0; i < event.parameters(); i++) {
      passParameter(log, event, i);
    }
    requests.called(call);
    if (call.makesRequest() && !call.makesPersistentRequest()) {
      passMatch(event);
    }
    sink.end();
    events++;
  }

  private void passMatch(LoggedEvent event) {
    if (event.isAny(Parameter.SOURCE)) {
      long match = definitions.match(requests.last());
      sink.numberOrNone(Parameter.MATCHED_SOURCE, match >>> 32, match == LogDefinitions.NO_MATCH);
    }
    if (event.isAny(Parameter.TAG)) {
      long match = definitions.match(requests.last());
      sink.numberOrNone(
          Parameter.MATCHED_TAG, match & Integer.MAX_VALUE, match == LogDefinitions.NO_MATCH);
    }
  }

  private void passParameter(LogReader log, LoggedEvent event, int at) {
    Parameter parameter = event.parameter(at);
    if (!event.isList(at)) {
      long term = event.term(at, 0);
      if (term == LoggedEvent.ANY) {
        sink.any(parameter);
      } else if (term == LoggedEvent.NONE) {
        sink.none(parameter);
      } else {
        sink.number(parameter, number(log, parameter, LoggedEvent.number(term)));
      }
      return;
    }
    sink.list(parameter);
    for (int i = 0; i < event.length(at); i++) {
      long term = event.term(at, i);
      if (term == LoggedEvent.NONE) {
        sink.addNone();
      } else {
        sink.add(number(log, parameter, LoggedEvent.number(term)));
      }
    }
  }

  private long number(LogReader log, Parameter parameter, long number) {
    return parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS
        ? request(log, number)
        : handles.number(log, parameter, number);
  }

  /**
   * Returns the number of the request that was made {@code back} requests ago. A negative distance
   * counts persistent requests only.
   */
  private long request(LogReader log, long back) {
    long among = back < 0 ? requests.persistents() : requests.last();
    long offset = Math.abs(back);
    if (offset < 1 || offset > among) {
      throw log.fault(
          "a request made " + offset + " requests ago",
          among == 0
              ? "no request, because none was made"
              : "1 to " + among + ", the requests made so far");
    }
    return requests.number(back < 0 ? RequestNumbers.PERSISTENT + offset : offset);
  }

  /** Whether the code of a parameter in a log is the code of a list. */
  static boolean isList(int code) {
    return (code & LIST) != 0;
  }
}
