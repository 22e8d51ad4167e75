package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Creates the events of one rank. Not thread-safe. */
final class AllprofTask implements AllprofRank {
  private static final int ANY = -1;

  /** The largest size of a request in memory, from which the largest extent of an array of requests follows. */
  private static final long REQUEST_OCTETS = 8;

  private final int size;
  private final EventSink sink;
  private final Map<String, Integer> sites = new HashMap<>();
  private final Map<Long, Integer> datatypes = new HashMap<>();

  /** Numbers of the open requests by memory address. */
  private final NavigableMap<Long, Long> requests = new TreeMap<>();

  private final Set<String> keptByName = new TreeSet<>();
  private double lastEnd = Double.NaN;

  /** @param size number of ranks of MPI_COMM_WORLD */
  AllprofTask(int size, EventSink sink) {
    this.size = size;
    this.sink = sink;
  }

  @Override
  public Set<String> keptByName() {
    return keptByName;
  }

  @Override
  public void take(AllprofLine line) {
    try {
      event(line);
    } catch (TraceException e) {
      throw e.in(line.place());
    }
  }

  private void event(AllprofLine line) {
    String roles = AllprofCalls.roles(line.call());
    MpiCall call = MpiCall.byName(line.call()).orElse(MpiCall.OTHER);
    if (roles == null && !isLocal(call)) {
      keptByName.add(line.call());
      call = MpiCall.OTHER;
    }
    int tag = roles == null ? -1 : roles.indexOf('g');
    String site = tag < 0 ? line.call() : line.call() + " tag " + line.part(tag, 0);
    sink.begin(call, sites.computeIfAbsent(site, sink::site));
    times(line);
    for (int i = 0; roles != null && i < roles.length(); i++) {
      argument(line, roles.charAt(i), i);
    }
    sink.end();
  }

  /** Whether a call has no effect on other calls. */
  static boolean isLocal(MpiCall call) {
    return switch (call.family()) {
      case ENVIRONMENT, DATATYPE, GROUP -> true;
      default -> call.family() == Family.OTHER && call != MpiCall.OTHER;
    };
  }

  private void times(AllprofLine line) {
    double begin = line.time(false);
    double end = line.time(true);
    double before = begin - lastEnd;
    if (before >= 0 && before < Double.POSITIVE_INFINITY) {
      sink.compute(Unit.MICROSECONDS, before);
    }
    double inside = end - begin;
    if (inside >= 0 && inside < Double.POSITIVE_INFINITY) {
      sink.inside(Unit.MICROSECONDS, inside);
    }
    lastEnd = Double.isNaN(end) ? lastEnd : end;
  }

  private void argument(AllprofLine line, char role, int at) {
    switch (role) {
      case 'n' -> sink.number(Parameter.COUNT, line.part(at, 0));
      case 'N' -> sink.number(Parameter.RECEIVE_COUNT, line.part(at, 0));
      case 't' -> sink.number(Parameter.DATATYPE, datatype(line, at));
      case 'T' -> sink.number(Parameter.RECEIVE_DATATYPE, datatype(line, at));
      case 'd' -> peer(Parameter.DESTINATION, line.part(at, 0));
      case 's' -> source(line.part(at, 0));
      case 'R' -> peer(Parameter.ROOT, line.part(at, 0));
      case 'g' -> tag(Parameter.TAG, line.part(at, 0));
      case 'G' -> tag(Parameter.RECEIVE_TAG, line.part(at, 0));
      case 'c' -> communicator(line, at);
      case 'q' -> requests.put(line.part(at, 0), sink.requests());
      case 'Q' -> {
        Long number = requests.remove(line.part(at, 0));
        sink.numberOrNone(Parameter.REQUEST, number == null ? 0 : number, number == null);
      }
      case 'A' -> array(line.part(at - 1, 0), line.part(at, 0));
      default -> {
        // a trace has no parameter for the argument
      }
    }
  }

  /** Writes the open requests whose addresses lie in an array. */
  private void array(long count, long address) {
    long room = count < 0 || count > Integer.MAX_VALUE ? 0 : count * REQUEST_OCTETS;
    sink.list(Parameter.REQUESTS);
    NavigableMap<Long, Long> there = requests.subMap(address, true, address + room, false);
    for (long left = count; left > 0 && !there.isEmpty(); left--) {
      sink.add(there.pollFirstEntry().getValue());
    }
  }

  /**
   * Defines a datatype from its parts in the line: number, size and extent. The size in the trace
   * has 32 bits. MPI gives a larger size as MPI_UNDEFINED, which is negative.
   */
  private int datatype(AllprofLine line, int at) {
    long number = line.part(at, 0);
    long bytes = Math.max(Datatype.UNKNOWN, (int) line.part(at, 1));
    return datatypes.computeIfAbsent(
        number << 32 | bytes & 0xffffffffL, key -> sink.datatype("datatype " + number, bytes));
  }

  private void communicator(AllprofLine line, int at) {
    long members = line.part(at, 2);
    if (members == 1) {
      sink.number(Parameter.COMMUNICATOR, Communicator.SELF);
    } else if (members == size) {
      sink.number(Parameter.COMMUNICATOR, Communicator.WORLD);
    } else {
      throw line.fault(
          "a communicator of " + members + " of " + size + " ranks",
          "MPI_COMM_WORLD, because liballprof does not record the members of other communicators");
    }
  }

  private void peer(Parameter parameter, long peer) {
    sink.numberOrNone(parameter, peer, peer < 0);
  }

  private void source(long source) {
    if (source == ANY) {
      sink.any(Parameter.SOURCE);
    } else {
      peer(Parameter.SOURCE, source);
    }
  }

  private void tag(Parameter parameter, long tag) {
    if (tag < 0) {
      sink.any(parameter);
    } else {
      sink.number(parameter, tag);
    }
  }
}
