package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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

  /** Returns the communicator of an event for each of its ranks and executions. */
  Values communicator(RawEvent event, ValuesByGroup stored) {
    List<Piece> pieces = new ArrayList<>();
    for (Group group : stored.covering(event.ranks(), "communicator").list()) {
      Handles handles = new Handles(group.ranks(), Sequence.scalars(group.numbers()));
      pieces.addAll(resolved.computeIfAbsent(handles, key -> resolve(group)));
    }
    return new Values(pieces);
  }

  private List<Piece> resolve(Group group) {
    return pieces(
        group.ranks(),
        rank -> Arrays.stream(group.numbers())
            .mapToInt(index -> communicators.communicator(group.place(), rank, index)));
  }

  /**
   * Returns the communicators that an event creates. Every rank of the event must create a
   * communicator. {@code index} is the index of the event among the blocks.
   */
  Values newCommunicators(RawEvent event, int index) {
    return new Values(pieces(
        event.ranks(),
        rank ->
            Arrays.stream(Objects.requireNonNull(communicators.newCommunicators(index, rank)))));
  }

  /** Groups ranks by their ids of communicators at successive executions. */
  private static List<Piece> pieces(RankList all, IntFunction<IntStream> idsOf) {
    Map<Sequence, List<Integer>> ranksOf = new LinkedHashMap<>();
    all.forEach(rank -> {
      Sequence.Builder ids = Sequence.builder();
      idsOf
          .apply(rank)
          .forEach(id -> ids.add(id == CommunicatorHistory.NONE ? Term.NONE : Term.constant(id)));
      ranksOf.computeIfAbsent(ids.build(), s -> new ArrayList<>()).add(rank);
    });
    List<Piece> pieces = new ArrayList<>();
    ranksOf.forEach((sequence, ranks) ->
        pieces.add(new Piece(ranksOf.size() == 1 ? all : RankList.of(ranks), sequence)));
    return pieces;
  }
}
