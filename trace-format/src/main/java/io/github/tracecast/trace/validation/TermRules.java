package io.github.tracecast.trace.validation;

import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.calls.MatchedReceives;
import io.github.tracecast.trace.calls.Reduction;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that a parameter has only legal terms. */
final class TermRules {
  private static final Set<Parameter> WITH_ANY =
      EnumSet.of(Parameter.SOURCE, Parameter.TAG, Parameter.RECEIVE_TAG);

  private static final Set<Parameter> WITH_NONE = EnumSet.of(
      Parameter.COMMUNICATOR,
      Parameter.NEW_COMMUNICATOR,
      Parameter.DESTINATION,
      Parameter.SOURCE,
      Parameter.MATCHED_SOURCE,
      Parameter.MATCHED_TAG,
      Parameter.ROOT,
      Parameter.REQUEST,
      Parameter.REQUESTS,
      Parameter.COLOR,
      Parameter.GROUP,
      Parameter.NEW_GROUP,
      Parameter.OUTCOMES,
      Parameter.SOURCES,
      Parameter.DESTINATIONS);

  private final Trace trace;

  TermRules(Trace trace) {
    this.trace = trace;
  }

  /** Returns the illegal part of an element for an error message; null if the element is legal. */
  @Nullable String fault(Parameter parameter, Sequence sequence, int element) {
    int length = sequence.length(element);
    if (length != 1 && !parameter.isList()) {
      return "a list of " + length + " values";
    }
    for (int i = 0; i < length; i++) {
      String fault = fault(parameter, sequence, element, i);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private @Nullable String fault(Parameter parameter, Sequence sequence, int element, int i) {
    long number = sequence.number(element, i);
    return switch (sequence.kind(element, i)) {
      case CONSTANT -> outside("", number, low(parameter), high(parameter));
      case RANK_PLUS, RANK_PLUS_MOD ->
        parameter.isRelative()
            ? outside("offset ", number, Integer.MIN_VALUE, Integer.MAX_VALUE)
            : "a value relative to the rank";
      case TIMES_RANK, TIMES_RANK_MOD ->
        parameter.mayMultiplyRank()
            ? outside("offset ", Term.offset(number), Integer.MIN_VALUE, Integer.MAX_VALUE)
            : "a multiple of the rank";
      case OTHER ->
        parameter.isEndpoint()
            ? outside("other:", number, 0, Integer.MAX_VALUE)
            : "another process";
      case MATCHED ->
        parameter.mayFollowMatch() ? faultOfMatch(sequence, number) : "the source of a match";
      case TRANSPOSED ->
        parameter.isRelative()
            ? outside("transposed:", number, 1, 1 << 15)
            : "a value relative to the rank";
      case PERSISTENT ->
        parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS
            ? outside("persistent:", number, 1, high(parameter))
            : "a persistent request";
      case ANY -> WITH_ANY.contains(parameter) ? null : "any";
      case NONE -> WITH_NONE.contains(parameter) ? null : "none";
    };
  }

  private static @Nullable String outside(String name, long number, long low, long high) {
    return number < low || number > high ? name + number : null;
  }

  private static @Nullable String faultOfMatch(Sequence sequence, long back) {
    String fault = outside("matched:", back, 1, MatchedReceives.MOST_BACK);
    return fault == null && !MatchedReceives.follows(sequence)
        ? "the source of a match together with other values"
        : fault;
  }

  /** Returns a description of the legal terms of a parameter. */
  String expected(Parameter parameter) {
    long low = low(parameter);
    long high = high(parameter);
    StringBuilder text = new StringBuilder(
        high < low
            ? "no number (the trace defines none)"
            : (parameter.isList() ? "numbers" : "a number") + " from " + low + " to " + high);
    if (parameter.isRelative()) {
      text.append(", rank+NUMBER, rank+NUMBER%size, transposed:NUMBER");
    }
    if (parameter.isEndpoint()) {
      text.append(", other:NUMBER");
    }
    if (parameter.mayMultiplyRank()) {
      text.append(", NUMBERrank+NUMBER, NUMBERrank+NUMBER%size");
    }
    if (parameter.mayFollowMatch()) {
      text.append(", matched:NUMBER");
    }
    if (parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS) {
      text.append(", persistent:NUMBER");
    }
    if (WITH_ANY.contains(parameter)) {
      text.append(", any");
    }
    return WITH_NONE.contains(parameter)
        ? text.append(" or the word none").toString()
        : text.toString();
  }

  private static long low(Parameter parameter) {
    return switch (parameter) {
      case REQUEST, REQUESTS, DIMENSIONS -> 1;
      case KEY -> Integer.MIN_VALUE;
      case DISPLACEMENTS, RECEIVE_DISPLACEMENTS -> -TraceValidator.MAX_COUNT;
      default -> 0;
    };
  }

  private long high(Parameter parameter) {
    return switch (parameter) {
      case COMMUNICATOR, NEW_COMMUNICATOR -> trace.communicators().size() - 1;
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        trace.datatypes().size() - 1;
      case GROUP, NEW_GROUP -> trace.groups().size() - 1;
      case REQUEST, REQUESTS -> trace.header().requestRing();
      case REDUCTION -> Reduction.values().length - 1;
      case PERIODS -> 1;
      case RANKS, DESTINATION, SOURCE, ROOT, MATCHED_SOURCE, SOURCES, DESTINATIONS ->
        trace.header().ranks() - 1;
      case TAG, RECEIVE_TAG, MATCHED_TAG, COLOR, KEY, OUTCOMES, DIMENSIONS, COMPLETIONS ->
        Integer.MAX_VALUE;
      case COUNT, RECEIVE_COUNT, COUNTS, RECEIVE_COUNTS, DISPLACEMENTS, RECEIVE_DISPLACEMENTS ->
        TraceValidator.MAX_COUNT;
    };
  }
}
