package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A parameter's value as a piecewise function over ranks.
 *
 * @param pieces at least one, with disjoint ranks, in ascending order of their smallest ranks (the
 *     constructor sorts them)
 */
public record Values(List<Piece> pieces) {
  public Values {
    List<Piece> sorted = new ArrayList<>(pieces);
    sorted.sort((a, b) -> Integer.compare(a.ranks().min(), b.ranks().min()));
    pieces = List.copyOf(sorted);
    if (pieces.isEmpty()) {
      throw TraceException.at("value", "no piece", "at least one");
    }
  }

  /** Returns values with the same number for all ranks and executions. */
  public static Values constant(RankList ranks, long number) {
    return uniform(ranks, Sequence.constant(number));
  }

  /** Returns values with the same sequence for all ranks. */
  public static Values uniform(RankList ranks, Sequence sequence) {
    return new Values(List.of(new Piece(ranks, sequence)));
  }

  /** Returns the values of a rank; null if no piece has the rank. */
  public @Nullable Sequence at(int rank) {
    for (Piece piece : pieces) {
      if (piece.ranks().contains(rank)) {
        return piece.sequence();
      }
    }
    return null;
  }

  /** Returns all ranks that have a value. */
  public RankList ranks() {
    return pieces.stream().map(Piece::ranks).reduce(RankList.EMPTY, RankList::union);
  }

  /** Returns the terms of all ranks, executions and lists. */
  public Stream<Term> terms() {
    return pieces.stream()
        .map(Piece::sequence)
        .flatMap(sequence -> IntStream.range(0, sequence.period())
            .boxed()
            .flatMap(element -> IntStream.range(0, sequence.length(element))
                .mapToObj(i -> sequence.term(element, i))));
  }
}
