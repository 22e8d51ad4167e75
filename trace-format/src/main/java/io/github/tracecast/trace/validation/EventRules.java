package io.github.tracecast.trace.validation;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Section;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.MatchedReceives;
import io.github.tracecast.trace.validation.TraceValidator.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the rules for events. Each instance checks one trace. */
final class EventRules {
  private final Trace trace;
  private final RankList[] members;
  private final TraceValidator.Places places;
  private final TermRules terms;
  private final MatchedReceives receives;

  /**
   * The partitions of ranks that were already found to be correct; most events have the same few
   * partitions.
   */
  private final Set<List<RankList>> partitions = new HashSet<>();

  EventRules(Trace trace, RankList[] members, TraceValidator.Places places) {
    this.trace = trace;
    this.members = members;
    this.places = places;
    this.terms = new TermRules(trace);
    this.receives = new MatchedReceives(trace);
  }

  void check(int id, Event event) {
    int world = trace.header().ranks();
    if (event.ranks().max() >= world) {
      throw TraceException.at(
          places.of(Part.EVENT, id),
          "rank " + event.ranks().max(),
          "0 to " + (world - 1) + ", as in the header");
    }
    if (event.callSite() < 0 || event.callSite() >= trace.callSites().size()) {
      throw TraceException.at(
          places.of(Part.EVENT, id),
          "call site " + event.callSite(),
          "a call site of the trace, which has " + trace.callSites().size());
    }
    event
        .parameters()
        .forEach((parameter, values) -> checkCoverage(id, parameter, values, event.ranks()));
    Scope scope = scope(id, event);
    event.parameters().forEach((parameter, values) -> checkTerms(id, parameter, values, scope));
    checkDeltas(id, event);
  }

  private void checkCoverage(int id, Parameter parameter, Values values, RankList ranks) {
    List<RankList> key = new ArrayList<>();
    key.add(ranks);
    values.pieces().forEach(piece -> key.add(piece.ranks()));
    if (partitions.contains(key)) {
      return;
    }
    String fault = coverage(values, ranks);
    if (fault != null) {
      throw TraceException.at(
          places.parameter(id, parameter),
          fault,
          "one value for each of the event's ranks, and for no other rank");
    }
    partitions.add(key);
  }

  /** Returns the error if the pieces are not a partition of the ranks, otherwise null. */
  static @Nullable String coverage(Values values, RankList ranks) {
    long size = 0;
    List<Section> sections = new ArrayList<>();
    for (Piece piece : values.pieces()) {
      size += piece.ranks().size();
      sections.addAll(piece.ranks().sections());
    }
    RankList all = values.pieces().size() == 1
        ? values.pieces().getFirst().ranks()
        : size > RankList.MAX_RANKS ? RankList.EMPTY : RankList.ofSections(sections);
    if (all.size() < size) {
      return "a rank that has two values";
    }
    RankList missing = ranks.minus(all);
    if (!missing.isEmpty()) {
      return "no value for rank " + missing.min();
    }
    RankList foreign = all.minus(ranks);
    return foreign.isEmpty()
        ? null
        : "a value for rank " + foreign.min() + ", which does not take part";
  }

  /**
   * The communicators of an event, which limit its local ranks.
   *
   * @param size size of the largest communicator of the event; {@link Long#MAX_VALUE} if unknown
   * @param communicator the communicator that all ranks use at all executions; -1 if they use
   *     several
   */
  private record Scope(long size, int communicator) {}

  private Scope scope(int id, Event event) {
    Values values = event.parameter(Parameter.COMMUNICATOR);
    if (values == null) {
      return new Scope(trace.header().ranks(), Communicator.WORLD);
    }
    long size = 0;
    int single = -2;
    for (Piece piece : values.pieces()) {
      Sequence sequence = piece.sequence();
      for (int e = 0; e < sequence.period(); e++) {
        String fault = terms.fault(Parameter.COMMUNICATOR, sequence, e);
        if (fault != null) {
          throw TraceException.at(
              places.parameter(id, Parameter.COMMUNICATOR),
              fault,
              terms.expected(Parameter.COMMUNICATOR));
        }
        if (sequence.kind(e, 0) == Term.Kind.NONE) {
          single = -1;
          continue;
        }
        int communicator = (int) sequence.number(e, 0);
        single = single == -2 || single == communicator ? communicator : -1;
        size = Math.max(size, checkMembers(id, communicator, piece.ranks()));
      }
    }
    return new Scope(size, Math.max(single, -1));
  }

  /** Checks that the ranks are members of a communicator, and returns its size. */
  private int checkMembers(int id, int communicator, RankList ranks) {
    if (trace.communicators().get(communicator).isSelf()) {
      return 1;
    }
    RankList all = members[trace.communicators().get(communicator).group()];
    if (!all.containsAll(ranks)) {
      throw TraceException.at(
          places.of(Part.EVENT, id),
          "rank " + ranks.minus(all).min() + " in a call on communicator " + communicator,
          "only members of the communicator");
    }
    return all.size();
  }

  private void checkTerms(int id, Parameter parameter, Values values, Scope scope) {
    for (Piece piece : values.pieces()) {
      Sequence sequence = piece.sequence();
      for (int e = 0; e < sequence.period(); e++) {
        String fault = terms.fault(parameter, sequence, e);
        if (fault != null) {
          throw TraceException.at(
              places.parameter(id, parameter), fault, terms.expected(parameter));
        }
        if (parameter.isEndpoint()) {
          checkEndpoints(id, parameter, piece, e, scope);
        }
      }
    }
  }

  private void checkEndpoints(int id, Parameter parameter, Piece piece, int e, Scope scope) {
    for (int i = 0; i < piece.sequence().length(e); i++) {
      long number = piece.sequence().number(e, i);
      switch (piece.sequence().kind(e, i)) {
        case CONSTANT -> {
          if (number >= scope.size) {
            throw TraceException.at(
                places.parameter(id, parameter),
                "rank " + number,
                "0 to " + (scope.size - 1) + ", the ranks of the communicator");
          }
        }
        case OTHER -> {
          if (number >= scope.size - 1) {
            throw TraceException.at(
                places.parameter(id, parameter),
                "other:" + number,
                "one of the other ranks of a communicator of " + scope.size + " ranks");
          }
        }
        case RANK_PLUS -> {
          if (scope.communicator >= 0) {
            checkRelative(id, parameter, piece.ranks(), number, scope);
          }
        }
        case TRANSPOSED -> {
          if (scope.communicator >= 0 && !Term.isSquareGrid(number, scope.size)) {
            throw TraceException.at(
                places.parameter(id, parameter),
                "transposed:" + number + " in a communicator of " + scope.size + " ranks",
                "a number whose square divides the communicator's size");
          }
        }
        case MATCHED -> {
          if (receives.receive(id, piece) == MatchedReceives.NONE) {
            throw TraceException.at(
                places.parameter(id, parameter),
                "matched:" + number,
                "at most the number of earlier receives with a matched source that are in the same loops and"
                    + " communicator for all ranks of this event");
          }
        }
        case RANK_PLUS_MOD, TIMES_RANK, TIMES_RANK_MOD, ANY, NONE, PERSISTENT -> {}
      }
    }
  }

  /**
   * Checks that endpoints relative to the rank lie within the communicator. Only groups of one run
   * are checked: their local ranks ascend or descend with world ranks, so the lowest and the
   * highest rank are enough.
   */
  private void checkRelative(
      int id, Parameter parameter, RankList ranks, long offset, Scope scope) {
    Communicator communicator = trace.communicators().get(scope.communicator);
    int first = 0;
    int last = 0;
    if (!communicator.isSelf()) {
      Group group = trace.groups().get(communicator.group());
      if (group.runs().size() != 1) {
        return;
      }
      first = group.localRank(ranks.min());
      last = group.localRank(ranks.max());
    }
    for (int local : new int[] {first, last}) {
      if (offset < -local || offset >= scope.size - local) {
        throw TraceException.at(
            places.parameter(id, parameter),
            "rank" + (offset < 0 ? "" : "+") + offset + " where rank is " + local,
            "a sum from 0 to " + (scope.size - 1) + ", the ranks of the communicator");
      }
    }
  }

  private void checkDeltas(int id, Event event) {
    Map<List<Object>, RankList> taken = new HashMap<>();
    for (Delta delta : event.deltas()) {
      if (delta.after() >= trace.callSites().size()) {
        throw TraceException.at(
            places.of(Part.EVENT, id) + ": delta",
            "call site " + delta.after(),
            "a call site of the trace, which has " + trace.callSites().size());
      }
      if (delta.ranks().isEmpty() || !event.ranks().containsAll(delta.ranks())) {
        throw TraceException.at(
            places.of(Part.EVENT, id) + ": delta",
            "ranks " + delta.ranks(),
            "only ranks of the event");
      }
      taken.merge(
          List.of(delta.kind(), delta.unit(), delta.after()), delta.ranks(), (one, other) -> {
            if (one.intersects(other)) {
              throw TraceException.at(
                  places.of(Part.EVENT, id) + ": delta",
                  "two deltas of rank " + one.intersection(other).min()
                      + " with the same kind, unit and previous event",
                  "one delta");
            }
            return one.union(other);
          });
    }
  }
}
