package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * Maps requests of the archive to requests of the trace, and writes their completions. Not
 * thread-safe.
 */
final class RequestWriter {
  private static final long UNKNOWN = 0;

  private final EventSink sink;
  private final boolean exact;
  private final Long2LongOpenHashMap numbers = new Long2LongOpenHashMap();

  /**
   * @param exact whether to write also the requests that a call tested but that are not complete
   */
  RequestWriter(EventSink sink, boolean exact) {
    this.sink = sink;
    this.exact = exact;
    numbers.defaultReturnValue(UNKNOWN);
  }

  /** Links a request of the archive to the request that the current event makes. */
  void link(long request) {
    numbers.put(request, sink.requests());
  }

  /** Whether a call completes an open request. */
  boolean anyKnown(Call call) {
    for (int i = 0; i < call.completedCount; i++) {
      if (numbers.containsKey(call.completed[i].request)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Writes the completions of a call. The archive names the completed requests, and for some calls
   * also the requests that were tested and are not complete.
   */
  void complete(MpiCall as, Call call) {
    if (!as.has(CallArgument.REQUESTS)) {
      writeOne(call);
    } else if (as.completion() == MpiCall.Completion.ALL) {
      writeAll(call);
    } else {
      writeSome(call);
      return;
    }
    if (as.tests()) {
      sink.number(Parameter.OUTCOMES, call.completedCount > 0 ? 1 : 0);
    }
  }

  private void writeOne(Call call) {
    for (int i = 0; i < call.completedCount; i++) {
      long number = numbers.remove(call.completed[i].request);
      if (number != UNKNOWN) {
        sink.number(Parameter.REQUEST, number);
        return;
      }
    }
    sink.none(Parameter.REQUEST);
  }

  private void writeAll(Call call) {
    sink.list(Parameter.REQUESTS);
    for (int i = 0; i < call.completedCount; i++) {
      add(numbers.remove(call.completed[i].request));
    }
  }

  private void add(long number) {
    if (number != UNKNOWN) {
      sink.add(number);
    }
  }

  /** Writes the completed requests, and then the requests that were tested and are not complete. */
  private void writeSome(Call call) {
    sink.list(Parameter.REQUESTS);
    int completed = 0;
    for (int i = 0; i < call.completedCount; i++) {
      long number = numbers.remove(call.completed[i].request);
      completed += number == UNKNOWN ? 0 : 1;
      add(number);
    }
    for (int i = 0; exact && i < call.testedCount; i++) {
      add(numbers.get(call.tested[i]));
    }
    sink.list(Parameter.OUTCOMES, completed, i -> i);
  }
}
