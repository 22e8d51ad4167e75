package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts numbers of single ranks to {@link Values} of groups of ranks. Ranks with the same
 * numbers share a piece.
 */
final class Sharing {
  /** The numbers of a rank, one for each execution. */
  interface Numbers {
    long[] of(int rank);
  }

  private record Key(long[] numbers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  private Sharing() {}

  /** Returns values that are a plain number for each execution. */
  static Values constants(int[] ranks, Numbers numbers) {
    return values(groups(ranks, numbers), Term.Kind.CONSTANT, false);
  }

  /** Returns values that are a tuple of plain numbers, the same tuple at each execution. */
  static Values tuples(int[] ranks, Numbers numbers) {
    return values(groups(ranks, numbers), Term.Kind.CONSTANT, true);
  }

  /**
   * Returns the ranks of partners in the form with the fewest pieces: a distance, a distance modulo
   * the number of ranks, or absolute ranks.
   */
  static Values partners(int[] ranks, int size, Numbers partners) {
    Map<Key, BitSet> best = groups(ranks, rank -> moved(partners.of(rank), -rank));
    Term.Kind kind = Term.Kind.RANK_PLUS;
    Map<Key, BitSet> round = groups(
        ranks,
        rank -> Arrays.stream(partners.of(rank))
            .map(p -> Math.floorMod(p - rank, (long) size))
            .toArray(),
        best.size());
    if (round != null) {
      best = round;
      kind = Term.Kind.RANK_PLUS_MOD;
    }
    Map<Key, BitSet> plain = groups(ranks, partners, ranks.length == 1 ? 2 : best.size());
    return plain == null ? values(best, kind, false) : values(plain, Term.Kind.CONSTANT, false);
  }

  private static long[] moved(long[] numbers, long by) {
    return Arrays.stream(numbers).map(n -> n + by).toArray();
  }

  private static Map<Key, BitSet> groups(int[] ranks, Numbers numbers) {
    return Objects.requireNonNull(
        groups(ranks, numbers, Integer.MAX_VALUE)); // this limit is never reached
  }

  /**
   * Groups ranks by their numbers, in the order of their lowest ranks. Returns null if there are
   * {@code limit} groups or more.
   */
  private static @Nullable Map<Key, BitSet> groups(int[] ranks, Numbers numbers, int limit) {
    Map<Key, BitSet> groups = new LinkedHashMap<>();
    for (int rank : ranks) {
      groups.computeIfAbsent(new Key(numbers.of(rank)), key -> new BitSet()).set(rank);
      if (groups.size() >= limit) {
        return null;
      }
    }
    return groups;
  }

  private static Values values(Map<Key, BitSet> groups, Term.Kind kind, boolean tuple) {
    List<Piece> pieces = new ArrayList<>(groups.size());
    groups.forEach((key, members) -> {
      Sequence.Builder builder = Sequence.builder();
      for (long number : key.numbers()) {
        builder.add(kind, number);
        if (!tuple) {
          builder.endTuple();
        }
      }
      if (tuple) {
        builder.endTuple();
      }
      pieces.add(new Piece(RankList.of(members.stream().toArray()), builder.build()));
    });
    return new Values(pieces);
  }
}
