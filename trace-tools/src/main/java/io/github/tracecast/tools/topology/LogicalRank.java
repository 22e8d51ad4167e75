package io.github.tracecast.tools.topology;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Walks one rank's calls in logical terms, beside the other ranks of a {@link LogicalListing}.
 * Memory grows with the number of incomplete requests. Not thread-safe.
 */
final class LogicalRank {
  /** Parameters that may differ between ranks: sizes, and values derived from coordinates. */
  private static final Set<Parameter> RANGES = EnumSet.of(
      Parameter.COMMUNICATOR,
      Parameter.COUNT,
      Parameter.RECEIVE_COUNT,
      Parameter.COUNTS,
      Parameter.RECEIVE_COUNTS,
      Parameter.DISPLACEMENTS,
      Parameter.RECEIVE_DISPLACEMENTS,
      Parameter.COLOR,
      Parameter.KEY);

  /** The data that all ranks share. */
  record Shared(
      Trace trace,
      EventTable table,
      DeltaTable deltas,
      LogicalTerms terms,
      Expander values,
      Set<String> directions) {
    /** @param directions all names of neighbours in the topology */
    static Shared of(Programs programs, LogicalTerms terms, Set<String> directions) {
      Trace trace = programs.trace();
      return new Shared(
          trace, programs.table(), DeltaTable.of(trace), terms, Expander.of(programs), directions);
    }
  }

  private final Shared shared;
  private final TaskCursor cursor;
  private final Set<String> directions;
  private final RequestNumbers numbers = new RequestNumbers();

  /** For the number of each request on this rank, its number in the listing. */
  private final Map<Long, Long> listed = new HashMap<>();

  /** The requests of the listing that this rank does not have. */
  private final Set<Long> leftOut = new HashSet<>();

  private @Nullable LogicalCall call;
  private String key = "";
  private long calls;

  /** @param directions the names of the rank's neighbours */
  LogicalRank(Shared shared, TaskCursor cursor, Set<String> directions) {
    this.shared = shared;
    this.cursor = cursor;
    this.directions = directions;
    advance();
  }

  int rank() {
    return cursor.rank();
  }

  /** Returns the next call; null at the end. */
  @Nullable LogicalCall call() {
    return call;
  }

  /** Returns the number of calls before the next call. */
  long calls() {
    return calls;
  }

  /** Returns the key of the next call; empty at the end. */
  String key() {
    return key;
  }

  /** Whether this rank's next call belongs to a line that begins with another rank's next call. */
  boolean makes(LogicalCall line, LogicalRank other) {
    if (call == null || key.equals(other.key)) {
      return call != null;
    }
    if (!line.resembles(call)) {
      return false;
    }
    for (int i = 0; i < line.partners().size(); i++) {
      String direction = line.partners().get(i).text();
      if (!direction.equals(call.partners().get(i).text())
          && (directions.contains(direction) || !shared.directions.contains(direction))) {
        return false; // the call omits a direction in which the rank has a neighbour
      }
    }
    return leavesOutAllBut(call.requests(), line.requests())
        && other.leavesOutAllBut(line.requests(), call.requests());
  }

  private boolean leavesOutAllBut(Set<Long> mine, Set<Long> all) {
    return all.stream().allMatch(number -> mine.contains(number) || leftOut.contains(number));
  }

  /**
   * Whether the rule for borders lets this rank leave out a line: the rank has none of the line's
   * neighbours, or made none of the line's requests.
   */
  boolean mayLeaveOut(LogicalCall line) {
    List<String> named = line.partners().stream()
        .map(LogicalCall.Partner::text)
        .filter(shared.directions::contains)
        .toList();
    return !named.isEmpty() && named.stream().noneMatch(directions::contains)
        || !line.requests().isEmpty() && leftOut.containsAll(line.requests());
  }

  /**
   * Notes that this rank does not make the call of a line.
   *
   * @param made the request of the listing that the line makes; 0 if it makes no request
   */
  void leaveOut(LogicalCall line, long made) {
    if (made > 0) {
      leftOut.add(made);
    }
    forget(line);
  }

  /**
   * Moves past the next call.
   *
   * @param line the line of the call
   * @param made the request of the listing that the line makes; 0 if it makes no request
   */
  void pass(LogicalCall line, long made) {
    if (made > 0) {
      listed.put(numbers.last(), made);
    }
    forget(line);
    calls++;
    advance();
  }

  private void forget(LogicalCall line) {
    if (line.endsRequests()) {
      leftOut.removeAll(line.requests());
      listed.values().removeAll(line.requests());
    }
  }

  private void advance() {
    call = cursor.next() ? read() : null;
    key = call == null ? "" : call.key();
  }

  private LogicalCall read() {
    ExecutedCall executed = shared.table.at(cursor);
    MpiCall mpi = executed.call();
    numbers.called(mpi);
    Event event = shared.trace.events().get(cursor.event());
    List<LogicalCall.Field> fields = new ArrayList<>();
    fields.add(delta("compute", Delta.Kind.COMPUTE));
    fields.add(delta("inside", Delta.Kind.INSIDE));
    Set<Long> requests = new TreeSet<>();
    boolean ends = mpi.waitsForAll();
    for (Parameter parameter : event.parameters().keySet()) {
      if (parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS) {
        for (int i = 0; i < executed.requests(); i++) {
          requests.add(listed.getOrDefault(executed.request(i, numbers), 0L));
          ends &= !RequestNumbers.isPersistent(executed.request(i));
        }
      } else if (!parameter.isResult()) {
        fields.add(field(parameter, executed));
      }
    }
    if (executed.has(Parameter.DATATYPE)) {
      fields.add(number("bytes", executed.sendBytes(), executed.sendBytes()));
    }
    if (executed.has(executed.either(Parameter.RECEIVE_DATATYPE, Parameter.RECEIVE_COUNT))) {
      fields.add(number("receive_bytes", executed.receiveBytes(), executed.receiveBytes()));
    }
    return new LogicalCall(
        mpi,
        fields,
        requests,
        executed.has(Parameter.REQUEST),
        ends,
        shared.trace.callSites().get(shared.table.callSite(cursor.event())).name());
  }

  private LogicalCall.Range delta(String name, Delta.Kind kind) {
    int index = shared.deltas.find(
        kind, cursor.event(), rank(), shared.table.siteBefore(cursor), cursor.execution());
    boolean isTime = index < 0 || shared.deltas.unit(index) == Unit.MICROSECONDS;
    double mean = index < 0 ? Double.NaN : shared.deltas.mean(index);
    return new LogicalCall.Range(
        name, mean, mean, isTime ? "%.2f" : "%.0f", isTime ? "us" : " instructions");
  }

  private static LogicalCall.Range number(String name, double low, double high) {
    return new LogicalCall.Range(name, low, high, "%.0f", "");
  }

  private LogicalCall.Field field(Parameter parameter, ExecutedCall executed) {
    String name = parameter.textName();
    if (parameter == Parameter.SOURCE || parameter == Parameter.DESTINATION) {
      return new LogicalCall.Partner(name, partner(parameter, executed));
    }
    int length = executed.length(parameter);
    if (RANGES.contains(parameter) && length > 0) {
      LongSummaryStatistics terms = IntStream.range(0, length)
          .mapToLong(i -> executed.term(parameter, i))
          .summaryStatistics();
      return number(name, terms.getMin(), terms.getMax());
    }
    StringBuilder text = new StringBuilder(length == 0 ? "nothing" : "");
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : ",");
      shared.values.appendValue(text, parameter, i, executed, numbers);
    }
    return new LogicalCall.Same(name, text.toString());
  }

  private String partner(Parameter parameter, ExecutedCall executed) {
    int world = executed.partner(parameter);
    if (world < 0) {
      return world == EventTable.ANY ? "any" : LogicalCall.NONE;
    }
    String name = shared.terms.name(rank(), world);
    return name != null ? name : world == rank() ? shared.terms.self(world) : String.valueOf(world);
  }
}
