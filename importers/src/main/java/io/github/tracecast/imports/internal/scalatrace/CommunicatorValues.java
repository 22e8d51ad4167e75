package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PrimitiveIterator;

/**
 * Converts the handles of communicators, which each rank numbers separately, to ids that all ranks
 * share. Results are cached, because most events use the same handles. Not thread-safe.
 */
final class CommunicatorValues {
  private record Handles(RankList ranks, Sequence indices) {}

  private final CommunicatorHistory communicators;
  private final Map<Handles, List<Piece>> resolved = new HashMap<>();

  CommunicatorValues(CommunicatorHistory communicators) {
    this.communicators = communicators;
  }

  /**
   * Returns the communicator of an event for each of its ranks and executions.
   *
   * @param stored the communicator's values in the file
   */
  Values communicator(RawEvent event, ValuesByGroup stored) {
    List<Piece> pieces = new ArrayList<>();
    for (Group group : stored.covering(event.ranks(), "communicator").list()) {
      Handles handles = new Handles(group.ranks(), Sequence.scalars(group.numbers()));
      pieces.addAll(resolved.computeIfAbsent(handles, key -> resolve(group)));
    }
    return new Values(pieces);
  }

  private List<Piece> resolve(Group group) {
    Map<Sequence, List<Integer>> ranksOf = new LinkedHashMap<>();
    for (PrimitiveIterator.OfInt it = group.ranks().iterator(); it.hasNext(); ) {
      int rank = it.nextInt();
      Sequence.Builder ids = Sequence.builder();
      for (long index : group.numbers()) {
        ids.add(term(communicators.communicator(group.place(), rank, index)));
      }
      ranksOf.computeIfAbsent(ids.build(), s -> new ArrayList<>()).add(rank);
    }
    return pieces(ranksOf, group.ranks());
  }

  /**
   * Returns the communicators that an event creates. Every rank of the event must create a
   * communicator. {@code index} is the index of the event among the blocks.
   */
  Values newCommunicators(RawEvent event, int index) {
    Map<Sequence, List<Integer>> ranksOf = new LinkedHashMap<>();
    for (PrimitiveIterator.OfInt it = event.ranks().iterator(); it.hasNext(); ) {
      int rank = it.nextInt();
      Sequence.Builder ids = Sequence.builder();
      for (int id : Objects.requireNonNull(communicators.newCommunicators(index, rank))) {
        ids.add(term(id));
      }
      ranksOf.computeIfAbsent(ids.build(), s -> new ArrayList<>()).add(rank);
    }
    return new Values(pieces(ranksOf, event.ranks()));
  }

  private static List<Piece> pieces(Map<Sequence, List<Integer>> ranksOf, RankList all) {
    List<Piece> pieces = new ArrayList<>();
    ranksOf.forEach((sequence, ranks) ->
        pieces.add(new Piece(ranksOf.size() == 1 ? all : RankList.of(ranks), sequence)));
    return pieces;
  }

  private static Term term(int communicator) {
    return communicator == CommunicatorHistory.NONE ? Term.NONE : Term.constant(communicator);
  }
}
