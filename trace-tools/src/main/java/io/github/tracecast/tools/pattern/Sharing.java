package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Converts numbers of single ranks, one for each execution, to {@link Values} of groups of ranks.
 * Ranks with the same numbers share a piece.
 */
final class Sharing {
  private Sharing() {}

  /** Returns values that are a plain number for each execution. */
  static Values constants(int[] ranks, IntFunction<long[]> numbers) {
    return values(groups(ranks, numbers), Term.Kind.CONSTANT, false);
  }

  /** Returns values that are a tuple of plain numbers, the same tuple at each execution. */
  static Values tuples(int[] ranks, IntFunction<long[]> numbers) {
    return values(groups(ranks, numbers), Term.Kind.CONSTANT, true);
  }

  /**
   * Returns the ranks of partners in the form with the fewest pieces: a distance, a distance modulo
   * the number of ranks, or absolute ranks.
   */
  static Values partners(int[] ranks, int size, IntFunction<long[]> partners) {
    Map<LongList, BitSet> best = groups(
        ranks, rank -> Arrays.stream(partners.apply(rank)).map(p -> p - rank).toArray());
    Term.Kind kind = Term.Kind.RANK_PLUS;
    Map<LongList, BitSet> round = groups(
        ranks,
        rank -> Arrays.stream(partners.apply(rank))
            .map(p -> Math.floorMod(p - rank, (long) size))
            .toArray(),
        best.size());
    if (round != null) {
      best = round;
      kind = Term.Kind.RANK_PLUS_MOD;
    }
    Map<LongList, BitSet> plain = groups(ranks, partners, ranks.length == 1 ? 2 : best.size());
    return plain == null ? values(best, kind, false) : values(plain, Term.Kind.CONSTANT, false);
  }

  private static Map<LongList, BitSet> groups(int[] ranks, IntFunction<long[]> numbers) {
    return Objects.requireNonNull(
        groups(ranks, numbers, Integer.MAX_VALUE)); // this limit is never reached
  }

  /**
   * Groups ranks by their numbers, in the order of their lowest ranks. Returns null if there are
   * {@code limit} groups or more.
   */
  private static @Nullable Map<LongList, BitSet> groups(
      int[] ranks, IntFunction<long[]> numbers, int limit) {
    Map<LongList, BitSet> groups = new LinkedHashMap<>();
    for (int rank : ranks) {
      groups
          .computeIfAbsent(LongArrayList.wrap(numbers.apply(rank)), key -> new BitSet())
          .set(rank);
      if (groups.size() >= limit) {
        return null;
      }
    }
    return groups;
  }

  private static Values values(Map<LongList, BitSet> groups, Term.Kind kind, boolean tuple) {
    List<Piece> pieces = new ArrayList<>(groups.size());
    groups.forEach((key, members) -> {
      Sequence.Builder builder = Sequence.builder();
      for (long number : key.toLongArray()) {
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
