package io.github.tracecast.decompress;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.Reduction;
import io.github.tracecast.trace.calls.RequestNumbers;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RatnTimes;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists the events that a rank executes, one per line, for people and for comparisons:
 *
 * <pre>
 * 7 MPI_Isend compute=12.50us communicator=0 destination=5 (world 5) tag=0 count=20480 datatype=MPI_DOUBLE bytes=163840 request=#3 site=40c679_4082a9
 * 8 MPI_Wait request=#3 site=42c69d_408b09
 * </pre>
 *
 * The first word is the event's number in the rank's program, from 0. If an event represents
 * several calls, {@code calls=2.5} is their mean number. Parameters follow in the order of {@link
 * Parameter}. The requests of a rank are numbered from 1 in the order of their creation. Memory
 * does not grow with the length of the listing. Not thread-safe.
 */
public final class Expander {
  private final Programs programs;
  private final Trace trace;
  private final EventTable table;
  private final DeltaTable deltas;
  private final EndpointNames names;

  /** Whether computation is listed as separate lines, in the form of {@link RatnTimes}. */
  private final boolean timeLines;

  /** Returns the names of other ranks in the listing of a rank. */
  @FunctionalInterface
  public interface EndpointNames {
    /**
     * Returns the name of the other rank; null if it has no name, so that its number is listed.
     * Both ranks are world ranks.
     */
    @Nullable String name(int rank, int other);
  }

  private Expander(Programs programs, EndpointNames names, boolean timeLines) {
    this.programs = programs;
    this.trace = programs.trace();
    this.table = programs.table();
    this.deltas = DeltaTable.of(trace);
    this.names = names;
    this.timeLines = timeLines;
  }

  /** Creates an expander, with the look-ups that all ranks share. */
  public static Expander of(Programs programs) {
    return new Expander(programs, (rank, other) -> null, false);
  }

  /** Creates an expander that lists names instead of numbers for processes that have a name. */
  public static Expander of(Programs programs, EndpointNames names) {
    return new Expander(programs, names, false);
  }

  /**
   * Returns an expander that lists computation as lines of {@link RatnTimes}, each before its call,
   * if all times of the trace have this form.
   */
  public Expander withTimeLines() {
    return new Expander(programs, names, hasTimeLines());
  }

  private boolean hasTimeLines() {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
        .allMatch(delta -> delta.unit() == Unit.MICROSECONDS
            && delta.byExecution().stream()
                .allMatch(times -> RatnTimes.line(times).isPresent()));
  }

  /**
   * Lists all definitions. A listing of these definitions and the events of all ranks can be
   * compressed again:
   *
   * <pre>
   * ranks 4
   * datatype 8 MPI_DOUBLE
   * group 0 (0 1 4)
   * communicator 0 group 0 MPI_COMM_WORLD
   * communicator 1 self MPI_COMM_SELF
   * </pre>
   *
   * A group is listed as runs of world ranks. Each run has a start, a stride and a count.
   */
  public void definitions(Appendable out) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("ranks ").append(programs.ranks()).append('\n');
    for (Datatype datatype : trace.datatypes()) {
      String size = datatype.known() ? Long.toString(datatype.bytes()) : "unknown";
      text.append("datatype " + size + " " + datatype.name() + "\n");
    }
    for (int id = 0; id < trace.groups().size(); id++) {
      text.append("group ").append(id);
      for (Run run : trace.groups().get(id).runs()) {
        text.append(" (" + run.start() + " " + run.stride() + " " + run.count() + ")");
      }
      text.append('\n');
    }
    for (int id = 0; id < trace.communicators().size(); id++) {
      Communicator communicator = trace.communicators().get(id);
      text.append("communicator " + id + place(communicator) + communicator.name() + "\n");
    }
    out.append(text);
  }

  private static String place(Communicator communicator) {
    if (communicator.isSelf()) {
      return " self ";
    }
    return communicator.isInter()
        ? " groups " + communicator.group() + " first " + communicator.firstGroup() + " "
        : " group " + communicator.group() + " ";
  }

  /**
   * Lists a rank's events.
   *
   * @param most the most events to list
   * @return the number of listed events
   */
  public long expand(int rank, long most, Appendable out) throws IOException {
    TaskCursor cursor = programs.cursor(rank);
    StringBuilder line = new StringBuilder();
    RequestNumbers requests = new RequestNumbers();
    long index = 0;
    while (index < most && cursor.next()) {
      line.setLength(0);
      ExecutedCall executed = table.at(cursor);
      MpiCall call = executed.call();
      requests.called(call);
      boolean listed = timeLines && appendTimeLine(line, cursor);
      line.append(index++).append(' ').append(call.mpiName());
      if (!listed) {
        appendDelta(line, "compute", Delta.Kind.COMPUTE, cursor);
      }
      appendDelta(line, "inside", Delta.Kind.INSIDE, cursor);
      appendCalls(line, cursor);
      for (Parameter parameter : trace.events().get(cursor.event()).parameters().keySet()) {
        append(line, parameter, executed, requests);
      }
      appendBytes(line, executed);
      if (call.makesRequest()) {
        line.append(" request=#").append(requests.last());
      }
      String site = trace.callSites().get(table.callSite(cursor.event())).name();
      out.append(line.append(" site=").append(site).append('\n'));
    }
    return index;
  }

  /**
   * Appends the line of the computation before a call, if executions have separate times. Returns
   * whether there is such a line.
   */
  private boolean appendTimeLine(StringBuilder line, TaskCursor cursor) {
    int index = deltas.find(
        Delta.Kind.COMPUTE,
        cursor.event(),
        cursor.rank(),
        table.siteBefore(cursor),
        cursor.execution());
    if (index < 0) {
      return false;
    }
    Distribution times = deltas.distribution(index);
    Optional<String> text = times.min() == times.max() ? Optional.empty() : RatnTimes.line(times);
    text.ifPresent(found -> line.append(found).append('\n'));
    return text.isPresent();
  }

  private void appendDelta(StringBuilder line, String name, Delta.Kind kind, TaskCursor cursor) {
    int index = deltas.find(
        kind, cursor.event(), cursor.rank(), table.siteBefore(cursor), cursor.execution());
    if (index >= 0) {
      line.append(' ').append(name).append('=');
      line.append(
          deltas.unit(index) == Unit.MICROSECONDS
              ? String.format(Locale.ROOT, "%.2fus", deltas.mean(index))
              : String.format(Locale.ROOT, "%.0f instructions", deltas.mean(index)));
    }
  }

  /**
   * Appends the number of recorded calls that the event represents. Numbers are rounded such that
   * the sum over all executions is exactly the trace's sum.
   */
  private void appendCalls(StringBuilder line, TaskCursor cursor) {
    for (Delta delta : trace.events().get(cursor.event()).deltas()) {
      if (delta.kind() == Delta.Kind.CALLS
          && delta.ranks().contains(cursor.rank())
          && (delta.after() == Delta.AFTER_ANY || delta.after() == table.siteBefore(cursor))) {
        int element = (int) (cursor.execution() % delta.byExecution().size());
        double mean = delta.byExecution().get(element).mean();
        line.append(" calls=").append(mean == Math.rint(mean) ? "" + (long) mean : "" + mean);
        return;
      }
    }
  }

  private void append(
      StringBuilder line, Parameter parameter, ExecutedCall call, RequestNumbers requests) {
    line.append(' ').append(parameter.textName()).append('=');
    int length = call.length(parameter);
    for (int i = 0; i < length; i++) {
      appendValue(line.append(i == 0 ? "" : ","), parameter, i, call, requests);
    }
    if (length == 0) {
      line.append("nothing");
    }
  }

  /**
   * Appends one term of a parameter as it is listed.
   *
   * @param requests the numbers of the rank's requests at the call
   */
  public void appendValue(
      StringBuilder line, Parameter parameter, int i, ExecutedCall call, RequestNumbers requests) {
    long value = call.term(parameter, i);
    Term.Kind kind = table.kind(call.event(), parameter, call.rank(), call.execution(), i);
    if (kind == Term.Kind.NONE) {
      line.append("none");
    } else if (kind == Term.Kind.ANY) {
      line.append("any");
    } else if (parameter.isEndpoint()) {
      int world = table.communicators().worldRank(call.communicator(), (int) value, call.rank());
      String name = names.name(call.rank(), world);
      if (name == null) {
        line.append(value).append(" (world ").append(world).append(')');
      } else {
        line.append(name);
      }
    } else {
      switch (parameter) {
        case REQUEST, REQUESTS -> line.append('#').append(requests.number(value));
        case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
          line.append(trace.datatypes().get((int) value).name());
        case REDUCTION -> line.append(Reduction.ofCode(value));
        default -> line.append(value);
      }
    }
  }

  private static void appendBytes(StringBuilder line, ExecutedCall call) {
    if (call.has(Parameter.DATATYPE)) {
      line.append(" bytes=").append(call.sendBytes());
    }
    if (call.has(call.either(Parameter.RECEIVE_DATATYPE, Parameter.RECEIVE_COUNT))) {
      line.append(" receive_bytes=").append(call.receiveBytes());
    }
  }
}
