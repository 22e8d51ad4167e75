package io.github.tracecast.compress.rules;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;

/**
 * Joins the partners in loops over all other processes, as in an all-to-all of point-to-point
 * messages. For example, the partners are 1 2 3 on rank 0, 0 2 3 on rank 1, and 0 1 3 on rank 2. As
 * {@link Term.Kind#OTHER} they are 0 1 2 on all ranks. Otherwise each rank would have its own
 * piece. Immutable.
 */
record OtherProcesses(LocalRanks localRanks) {
  /** Joins all pieces with numbers into one piece; keeps the values if the numbers differ. */
  Values joined(Event event, Values values) {
    List<Piece> joined = new ArrayList<>();
    RankList ranks = RankList.EMPTY;
    long[] common = null;
    int pieces = 0;
    for (Piece piece : values.pieces()) {
      if (!LocalRanks.areNumbers(piece.sequence())) {
        joined.add(piece);
        continue;
      }
      pieces++;
      for (PrimitiveIterator.OfInt of = piece.ranks().iterator(); of.hasNext(); ) {
        int rank = of.nextInt();
        common = common == null
            ? numbers(event, rank, piece.sequence())
            : common(common, event, rank, piece.sequence());
        if (common == null) {
          return values;
        }
      }
      ranks = ranks.union(piece.ranks());
    }
    if (common == null || pieces < MultiplesOfRank.LEAST_PIECES) {
      return values;
    }
    Sequence.Builder others = Sequence.builder();
    for (long number : common) {
      others.add(Term.Kind.OTHER, number).endTuple();
    }
    joined.add(new Piece(ranks, others.build()));
    return new Values(joined);
  }

  /** Returns the numbers known so far if the given rank has the same numbers, otherwise null. */
  private long @Nullable [] common(long[] known, Event event, int rank, Sequence sequence) {
    int communicator = localRanks.communicator(event, rank);
    if (communicator < 0 || sequence.period() != known.length) {
      return null;
    }
    int local = localRanks.of(communicator, rank);
    int size = localRanks.size(communicator);
    for (int element = 0; element < known.length; element++) {
      if (LocalRanks.value(sequence, element, local, size) != Term.other(local, known[element])) {
        return null;
      }
    }
    return known;
  }

  /**
   * Returns, for each partner, its number among all ranks except the given one; null if the rank is
   * its own partner.
   */
  private long @Nullable [] numbers(Event event, int rank, Sequence sequence) {
    int communicator = localRanks.communicator(event, rank);
    if (communicator < 0) {
      return null;
    }
    int local = localRanks.of(communicator, rank);
    int size = localRanks.size(communicator);
    long[] numbers = new long[sequence.period()];
    for (int element = 0; element < numbers.length; element++) {
      long partner = LocalRanks.value(sequence, element, local, size);
      if (partner == local || partner < 0 || partner >= size) {
        return null;
      }
      numbers[element] = partner < local ? partner : partner - 1;
    }
    return numbers;
  }
}
