package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** What the decompressor makes of a trace, in the words of {@link RecordingSink}. */
final class Expanded {
  private final Trace trace;
  private final Programs programs;
  private final EventTable table;

  Expanded(Trace trace) {
    this.trace = trace;
    this.programs = Programs.of(trace);
    this.table = EventTable.of(trace);
  }

  /**
   * Compresses the calls of each rank, and asserts that the trace's expansion has the same calls.
   *
   * @param compressor for this number of ranks
   * @param calls records the calls of a rank
   */
  static Trace compressed(int ranks, Compressor compressor, ObjIntConsumer<RecordingSink> calls) {
    RecordingSink[] recorded = new RecordingSink[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      recorded[rank] = new RecordingSink(compressor.task(rank));
      calls.accept(recorded[rank], rank);
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("", List.of());
    Expanded expanded = new Expanded(trace);
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(expanded.events(rank)).as("rank " + rank).isEqualTo(recorded[rank].events());
    }
    return trace;
  }

  List<String> events(int rank) {
    List<String> events = new ArrayList<>();
    RequestNumbers requests = new RequestNumbers();
    TaskCursor cursor = programs.cursor(rank);
    while (cursor.next()) {
      int event = cursor.event();
      requests.called(table.call(event));
      StringBuilder text = new StringBuilder()
          .append(table.call(event).mpiName())
          .append('@')
          .append(trace.callSites().get(table.callSite(event)).name());
      for (Parameter parameter : trace.events().get(event).parameters().keySet()) {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < table.listLength(event, parameter, rank, cursor.execution()); i++) {
          terms.add(term(event, parameter, rank, cursor.execution(), i, requests));
        }
        text.append(' ').append(parameter.textName()).append('=').append(terms);
      }
      events.add(text.toString());
    }
    return events;
  }

  private String term(
      int event, Parameter parameter, int rank, long execution, int i, RequestNumbers requests) {
    Term.Kind kind = table.kind(event, parameter, rank, execution, i);
    if (kind == Term.Kind.ANY || kind == Term.Kind.NONE) {
      return kind == Term.Kind.ANY ? "any" : "none";
    }
    long value = table.listValue(event, parameter, rank, execution, i);
    return switch (parameter) {
      case COMMUNICATOR, NEW_COMMUNICATOR ->
        trace.communicators().get((int) value).name();
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        trace.datatypes().get((int) value).name() + ":"
            + trace.datatypes().get((int) value).bytes();
      case REQUEST, REQUESTS -> "#" + requests.number(value);
      default -> Long.toString(value);
    };
  }
}
