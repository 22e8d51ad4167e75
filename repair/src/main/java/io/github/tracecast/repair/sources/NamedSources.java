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
import java.util.Objects;
import java.util.function.IntFunction;

/** Replaces the recorded sources of receives. */
final class NamedSources {
  private NamedSources() {}

  /** The recorded sources of a receive on a rank. */
  static Sequence recorded(Event receive, int rank) {
    Values sources = Objects.requireNonNull(receive.parameter(Parameter.SOURCE));
    return Objects.requireNonNull(sources.at(rank)); // a receive has a source
  }

  /** Returns the event with each rank's sequence of sources, as the values of some parameters. */
  static Event of(Event event, IntFunction<Sequence> byRank, Parameter... named) {
    Map<Sequence, List<Integer>> ranks = new LinkedHashMap<>();
    event
        .ranks()
        .forEach(rank -> ranks
            .computeIfAbsent(byRank.apply(rank), sequence -> new ArrayList<>())
            .add(rank));
    Values sources = new Values(ranks.entrySet().stream()
        .map(piece -> new Piece(RankList.of(piece.getValue()), piece.getKey()))
        .toList());
    Map<Parameter, Values> parameters = new EnumMap<>(event.parameters());
    for (Parameter parameter : named) {
      parameters.put(parameter, sources);
    }
    return new Event(event.call(), event.callSite(), event.ranks(), parameters, event.deltas());
  }

  /** Returns the term for the source of a receive: a world rank, as a distance from the receiver. */
  static Term term(Communicators communicators, int communicator, int rank, int source) {
    return Term.rankPlus(communicators.localRank(communicator, source)
        - communicators.localRank(communicator, rank));
  }
}
