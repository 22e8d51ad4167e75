package io.github.tracecast.imports.internal.series;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** A single call, or several calls that were combined. */
final class SeriesCall {
  static final long ANY = Long.MIN_VALUE;
  static final long NONE = Long.MIN_VALUE + 1;

  private static final LongArrayList NO_REQUESTS = new LongArrayList();
  private static final double UNKNOWN = -1;

  final MpiCall call;
  final int site;
  final Map<Parameter, LongArrayList> values = new EnumMap<>(Parameter.class);

  /** Whether the call is a poll whose arguments and result are not known. */
  boolean inVain;

  /** Whether the call, or a call that was added to it, completed a request or found a message. */
  boolean found;

  /** Whether the number of times that the program makes the call depends on time, as for polls. */
  boolean dependsOnTime;

  private Unit computeUnit = Unit.MICROSECONDS;
  private Unit insideUnit = Unit.MICROSECONDS;
  private double compute = UNKNOWN;
  private double inside = UNKNOWN;
  private double calls = 1;

  SeriesCall(MpiCall call, int site) {
    this.call = call;
    this.site = site;
  }

  void compute(Unit unit, double amount) {
    computeUnit = unit;
    compute = amount;
  }

  /** Returns the computation before the call in microseconds; negative if it is not known. */
  double computeMicroseconds() {
    return computeUnit == Unit.MICROSECONDS ? compute : UNKNOWN;
  }

  /** Moves the time before the call into the call, because it is waiting. */
  void countComputationAsWaiting() {
    inside = sum(inside, compute);
    compute = 0;
  }

  void inside(Unit unit, double amount) {
    insideUnit = unit;
    inside = amount;
  }

  void calls(double number) {
    calls = number;
    dependsOnTime = true;
  }

  boolean probes() {
    return call.family() == MpiCall.Family.PROBE;
  }

  boolean polls() {
    return inVain || call.tests();
  }

  /** Whether this single call completed a request or found a message. */
  boolean foundNow() {
    LongArrayList outcomes = values.getOrDefault(Parameter.OUTCOMES, NO_REQUESTS);
    return !outcomes.isEmpty()
        && outcomes.getLong(0) != NONE
        && (!hasFlag() || outcomes.getLong(0) != 0);
  }

  /** Whether the outcome is a flag, not a list of the requests that are complete. */
  boolean hasFlag() {
    return call.tests() && (probes() || call.completion() == MpiCall.Completion.ALL);
  }

  /** Whether the call may complete only some of its requests. */
  boolean completesSome() {
    return call.completion() != MpiCall.Completion.ALL;
  }

  LongArrayList requests() {
    return values.getOrDefault(
        Parameter.REQUESTS, values.getOrDefault(Parameter.REQUEST, NO_REQUESTS));
  }

  /**
   * Returns the number of requests that are complete after all calls so far. The caller must have
   * counted them.
   */
  long completions() {
    return Objects.requireNonNull(values.get(Parameter.COMPLETIONS)).getLong(0);
  }

  /**
   * Whether the call's arguments include all requests of a list in the same order. Null requests
   * are ignored.
   */
  boolean names(LongArrayList others) {
    int at = 0;
    for (long request : others) {
      if (request == NONE) {
        continue;
      }
      while (at < requests().size() && requests().getLong(at) != request) {
        at++;
      }
      if (at++ == requests().size()) {
        return false;
      }
    }
    return true;
  }

  /** Adds the times and the number of other calls. */
  void add(SeriesCall other) {
    compute = sum(compute, other.compute);
    inside = sum(inside, other.inside);
    calls += other.calls;
  }

  private static double sum(double one, double other) {
    return one == UNKNOWN ? other : other == UNKNOWN ? one : one + other;
  }

  void pass(EventSink sink) {
    sink.begin(call, site);
    if (compute != UNKNOWN) {
      sink.compute(computeUnit, compute);
    }
    if (inside != UNKNOWN) {
      sink.inside(insideUnit, inside);
    }
    if (dependsOnTime) {
      sink.calls(calls);
    }
    values.forEach((parameter, terms) -> pass(sink, parameter, terms));
    sink.end();
  }

  private static void pass(EventSink sink, Parameter parameter, LongArrayList terms) {
    if (parameter.isList()) {
      sink.list(parameter);
      for (long term : terms) {
        sink.addOrNone(term, term == NONE);
      }
      return;
    }
    long term = terms.getLong(0);
    if (term == ANY) {
      sink.any(parameter);
    } else {
      sink.numberOrNone(parameter, term, term == NONE);
    }
  }
}
