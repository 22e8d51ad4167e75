package io.github.tracecast.repair.sources;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Replaces the recorded sources of receives. */
final class NamedSources {
  private NamedSources() {}

  /** Returns the event with a sequence of sources for each rank. */
  static Event of(Event event, IntFunction<Sequence> byRank) {
    Map<Sequence, List<Integer>> ranks = new LinkedHashMap<>();
    event
        .ranks()
        .forEach(rank -> ranks
            .computeIfAbsent(byRank.apply(rank), sequence -> new ArrayList<>())
            .add(rank));
    Map<Parameter, Values> parameters = new EnumMap<>(event.parameters());
    parameters.put(
        Parameter.SOURCE,
        new Values(ranks.entrySet().stream()
            .map(piece -> new Piece(RankList.of(piece.getValue()), piece.getKey()))
            .toList()));
    return new Event(event.call(), event.callSite(), event.ranks(), parameters, event.deltas());
  }

  /** Returns the term for the source of a receive: a world rank, as a distance from the receiver. */
  static Term term(Communicators communicators, int communicator, int rank, int source) {
    return Term.rankPlus(communicators.localRank(communicator, source)
        - communicators.localRank(communicator, rank));
  }
}
