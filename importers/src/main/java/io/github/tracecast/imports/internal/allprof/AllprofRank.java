package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Creates the events of one rank from the lines of its file. The versions of liballprof differ in
 * how they write datatypes, communicators and requests. Not thread-safe.
 */
abstract class AllprofRank {
  final EventSink sink;
  private final long anySource;
  private final Map<String, Integer> sites = new HashMap<>();
  private final Set<String> keptByName = new TreeSet<>();
  private double lastEnd = Double.NaN;

  AllprofRank(EventSink sink, long anySource) {
    this.sink = sink;
    this.anySource = anySource;
  }

  /**
   * Returns the names of the calls that may affect other calls but whose arguments are not in the
   * trace.
   */
  Set<String> keptByName() {
    return keptByName;
  }

  /**
   * Returns how many completions were assigned to the oldest open request because the trace does
   * not name the request.
   */
  long assumedRequests() {
    return 0;
  }

  void take(AllprofLine line) {
    try {
      event(line);
    } catch (TraceException e) {
      throw e.in(line.place());
    }
  }

  abstract void event(AllprofLine line);

  /** Returns the number of the datatype that is an argument. */
  abstract int datatype(AllprofLine line, int at);

  /** Returns the number of the communicator that is an argument. */
  abstract int communicator(AllprofLine line, int at);

  /** Whether a call without recorded arguments may affect other calls. If so, its name is noted. */
  boolean keepsByName(AllprofLine line, MpiCall call) {
    boolean local = switch (call.family()) {
      case ENVIRONMENT, DATATYPE, GROUP -> true;
      default -> call.family() == Family.OTHER && call != MpiCall.OTHER;
    };
    if (!local) {
      keptByName.add(line.call());
    }
    return !local;
  }

  /** Begins an event. Calls with different tags have different call sites. */
  void begin(AllprofLine line, MpiCall call, @Nullable String roles) {
    int tag = roles == null ? -1 : roles.indexOf('g');
    String site = tag < 0 ? line.call() : line.call() + " tag " + line.part(tag, 0);
    sink.begin(call, sites.computeIfAbsent(site, sink::site));
  }

  /** Writes the computation before a call and the time inside it; a time that is NaN is unknown. */
  void times(double begin, double end) {
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

  /** Writes an argument that is neither a request nor a list. */
  void argument(AllprofLine line, char role, int at) {
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
      case 'c' -> sink.number(Parameter.COMMUNICATOR, communicator(line, at));
      default -> {
        // a trace has no parameter for the argument, or another argument's parameter includes it
      }
    }
  }

  private void peer(Parameter parameter, long peer) {
    sink.numberOrNone(parameter, peer, peer < 0);
  }

  private void source(long source) {
    if (source == anySource) {
      sink.any(Parameter.SOURCE);
    } else {
      peer(Parameter.SOURCE, source);
    }
  }

  private void tag(Parameter parameter, long tag) {
    sink.numberOrAny(parameter, tag, tag < 0);
  }
}
