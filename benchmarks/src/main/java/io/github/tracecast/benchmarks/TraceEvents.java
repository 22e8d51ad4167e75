package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.calls.RequestNumbers;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;

/**
 * Passes the events of a trace's ranks to a sink, as the recorder of each task would. All events
 * are on MPI_COMM_WORLD.
 */
final class TraceEvents {
  private final Trace trace;
  private final Programs programs;
  private final EventTable table;
  private final DeltaTable deltas;
  private RequestNumbers requests;

  TraceEvents(Trace trace) {
    this.trace = trace;
    this.programs = Programs.of(trace);
    this.table = EventTable.of(trace);
    this.deltas = DeltaTable.of(trace);
  }

  int ranks() {
    return programs.ranks();
  }

  /** Passes the events of one rank. The handle of a definition is its index in the trace. */
  void give(int rank, EventSink to) {
    for (CallSite site : trace.callSites()) {
      to.site(site.name());
    }
    for (Datatype datatype : trace.datatypes()) {
      to.datatype(datatype.name(), datatype.bytes());
    }
    requests = new RequestNumbers();
    for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ) {
      int event = cursor.event();
      to.begin(table.call(event), table.callSite(event));
      requests.called(table.call(event));
      int path = table.siteBefore(cursor);
      int delta = deltas.find(Delta.Kind.COMPUTE, event, rank, path, cursor.execution());
      if (delta >= 0) {
        to.compute(deltas.unit(delta), deltas.mean(delta));
      }
      for (Parameter parameter : trace.events().get(event).parameters().keySet()) {
        give(parameter, cursor, to);
      }
      to.end();
    }
  }

  private void give(Parameter parameter, TaskCursor cursor, EventSink to) {
    int event = cursor.event();
    int rank = cursor.rank();
    long execution = cursor.execution();
    if (parameter.isList()) {
      to.list(parameter);
      int length = table.listLength(event, parameter, rank, execution);
      for (int i = 0; i < length; i++) {
        if (table.kind(event, parameter, rank, execution, i) == Term.Kind.NONE) {
          to.addNone();
        } else {
          long number = table.listValue(event, parameter, rank, execution, i);
          to.add(parameter == Parameter.REQUESTS ? requests.number(number) : number);
        }
      }
      return;
    }
    switch (table.kind(event, parameter, rank, execution, 0)) {
      case ANY -> to.any(parameter);
      case NONE -> to.none(parameter);
      default -> {
        long number = table.value(event, parameter, rank, execution);
        to.number(parameter, parameter == Parameter.REQUEST ? requests.number(number) : number);
      }
    }
  }
}
