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
    long low = low(parameter);
    long high = high(parameter);
    for (int i = 0; i < length; i++) {
      long number = sequence.number(element, i);
      switch (sequence.kind(element, i)) {
        case CONSTANT -> {
          if (number < low || number > high) {
            return Long.toString(number);
          }
        }
        case RANK_PLUS, RANK_PLUS_MOD -> {
          if (!parameter.isRelative()) {
            return "a value relative to the rank";
          }
          if (number < Integer.MIN_VALUE || number > Integer.MAX_VALUE) {
            return "offset " + number;
          }
        }
        case TIMES_RANK, TIMES_RANK_MOD -> {
          if (!parameter.mayMultiplyRank()) {
            return "a multiple of the rank";
          }
          long offset = Term.offset(number);
          if (offset < Integer.MIN_VALUE || offset > Integer.MAX_VALUE) {
            return "offset " + offset;
          }
        }
        case OTHER -> {
          if (!parameter.isEndpoint()) {
            return "another process";
          }
          if (number < 0 || number > Integer.MAX_VALUE) {
            return "other:" + number;
          }
        }
        case MATCHED -> {
          if (!parameter.mayFollowMatch()) {
            return "the source of a match";
          }
          if (number < 1 || number > MatchedReceives.MOST_BACK) {
            return "matched:" + number;
          }
          if (!MatchedReceives.follows(sequence)) {
            return "the source of a match together with other values";
          }
        }
        case TRANSPOSED -> {
          if (!parameter.isRelative()) {
            return "a value relative to the rank";
          }
          if (number < 1 || number > 1 << 15) {
            return "transposed:" + number;
          }
        }
        case PERSISTENT -> {
          if (parameter != Parameter.REQUEST && parameter != Parameter.REQUESTS) {
            return "a persistent request";
          }
          if (number < 1 || number > high) {
            return "persistent:" + number;
          }
        }
        case ANY -> {
          if (!WITH_ANY.contains(parameter)) {
            return "any";
          }
        }
        case NONE -> {
          if (!WITH_NONE.contains(parameter)) {
            return "none";
          }
        }
      }
    }
    return null;
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
