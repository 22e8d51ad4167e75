package io.github.tracecast.compress;

import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A value as a function of the rank. It consists of disjoint pieces of ranks, each with its terms.
 * Immutable.
 *
 * <p>When two lists are joined, pieces whose values are equal relative to the rank are joined
 * first. Pieces whose values are equal modulo the size follow, and then pieces with equal absolute
 * values. This order keeps a pattern among neighbours even if two ranks happen to have the same
 * partner.
 *
 * <p>The result depends on the order of merging. Colours and keys may be equal on all ranks or
 * relative to the rank, and both forms are common. So they are also kept {@linkplain FormPieces in
 * each form}, in which the result does not depend on the order.
 */
final class PieceList {
  private static final int[] FORMS = {Terms.PLUS, Terms.PLUS_MOD, Terms.CONSTANT};
  private static final int[] ABSOLUTE = {Terms.CONSTANT};

  /** The most pairs of pieces that are compared directly. */
  private static final int PAIRS = 256;

  /** Ranks on which a parameter has the same values, as {@link Terms}. */
  record Part(RankList ranks, Terms terms) {
    /** Returns a part with the ranks of both parts; null if their terms differ in this form. */
    @Nullable Part joinedIn(int form, Part other, Unions unions) {
      return joined(terms.joinedIn(form, other.terms), other, unions);
    }

    /** Joins like {@link #joinedIn}, but each value may have its own form. */
    @Nullable Part joined(Part other, Unions unions) {
      return joined(terms.joined(other.terms), other, unions);
    }

    private @Nullable Part joined(@Nullable Terms joined, Part other, Unions unions) {
      return joined == null ? null : new Part(unions.of(ranks, other.ranks), joined);
    }
  }

  private final List<Part> parts;

  /** The pieces in each form of a colour or key; null for other parameters. */
  private final @Nullable FormPieces inForms;

  private PieceList(List<Part> parts, @Nullable FormPieces inForms) {
    this.parts = parts;
    this.inForms = inForms;
  }

  static PieceList of(RankList ranks, Terms terms) {
    return new PieceList(List.of(new Part(ranks, terms)), null);
  }

  /** Creates the values of a colour or a key. Its pieces do not depend on the order of merging. */
  static PieceList inEachForm(RankList ranks, Terms terms) {
    Part part = new Part(ranks, terms);
    return new PieceList(List.of(part), FormPieces.of(part));
  }

  PieceList merged(PieceList other, Unions unions) {
    return new PieceList(
        mergedParts(other, unions),
        inForms == null || other.inForms == null ? null : inForms.merged(other.inForms, unions));
  }

  private List<Part> mergedParts(PieceList other, Unions unions) {
    if (parts.size() == 1 && other.parts.size() == 1) {
      Part one = parts.getFirst();
      Part that = other.parts.getFirst();
      Part joined = one.joined(that, unions);
      return joined == null ? List.of(one, that) : List.of(joined);
    }
    return new Merge(this, other, unions).result();
  }

  Values values(UnaryOperator<Terms> change) {
    List<Piece> pieces = new ArrayList<>();
    for (Part part : chosen()) {
      pieces.add(new Piece(part.ranks, change.apply(part.terms).sequence()));
    }
    return new Values(pieces);
  }

  private List<Part> chosen() {
    List<Part> merged = parts.size() > 2 ? inGrids() : parts;
    if (inForms == null || merged.size() == 1) {
      return merged;
    }
    List<Part> cover = inForms.cover();
    return cover.size() <= merged.size() && ranks(cover) == ranks(merged) ? cover : merged;
  }

  private static long ranks(List<Part> parts) {
    return parts.stream().mapToLong(part -> part.ranks.size()).sum();
  }

  /**
   * Joins parts whose values are the transposed ranks in a square grid. This is the last step,
   * because some neighbours happen to be transposed ranks, and the pattern among neighbours must
   * not be lost.
   */
  private List<Part> inGrids() {
    if (parts.stream().filter(part -> part.terms.hasGrids()).limit(2).count() < 2) {
      return parts;
    }
    List<Terms> terms = new ArrayList<>();
    List<List<RankList>> ranks = new ArrayList<>();
    for (Part part : parts) {
      int with = -1;
      for (int i = 0; i < Math.min(terms.size(), PAIRS) && with < 0; i++) {
        Terms joined = terms.get(i).joinedInGrids(part.terms);
        if (joined != null) {
          terms.set(i, joined);
          with = i;
        }
      }
      if (with < 0) {
        with = terms.size();
        terms.add(part.terms);
        ranks.add(new ArrayList<>());
      }
      ranks.get(with).add(part.ranks);
    }
    List<Part> joined = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      joined.add(new Part(unionByRanks(ranks.get(i)), terms.get(i)));
    }
    return joined;
  }

  /**
   * Returns the union of lists, built from the single ranks. If lists were joined in pairs, a grid
   * that consists of diagonals would not be found, because no two diagonals form a simpler list.
   */
  private static RankList unionByRanks(List<RankList> lists) {
    return lists.size() == 1
        ? lists.getFirst()
        : RankList.of(
            lists.stream().flatMapToInt(list -> Arrays.stream(list.toArray())).toArray());
  }

  private static final class Merge {
    private final List<Part> into;
    private final List<Part> rest;
    private final Unions unions;

    Merge(PieceList one, PieceList other, Unions unions) {
      this.into = new ArrayList<>(one.parts);
      this.rest = new ArrayList<>(other.parts);
      this.unions = unions;
    }

    List<Part> result() {
      for (int form : into.getFirst().terms.isRelative() ? FORMS : ABSOLUTE) {
        if ((long) into.size() * rest.size() <= PAIRS) {
          compareAll(form);
        } else {
          lookUp(form);
        }
      }
      if ((long) into.size() * rest.size() <= PAIRS) {
        compareAll(0);
      }
      into.addAll(rest);
      return List.copyOf(into);
    }

    /** @param form the form of {@link Terms} in which all values are compared; 0 for any form */
    private void compareAll(int form) {
      rest.removeIf(part -> IntStream.range(0, into.size()).anyMatch(i -> join(i, part, form)));
    }

    private boolean join(int i, Part part, int form) {
      Part one = into.get(i);
      Part joined = form == 0 ? one.joined(part, unions) : one.joinedIn(form, part, unions);
      if (joined == null) {
        return false;
      }
      into.set(i, joined);
      return true;
    }

    private void lookUp(int form) {
      Map<Integer, List<Integer>> index = new HashMap<>();
      for (int i = 0; i < into.size(); i++) {
        index
            .computeIfAbsent(into.get(i).terms.hash(form), key -> new ArrayList<>())
            .add(i);
      }
      rest.removeIf(part -> index.getOrDefault(part.terms.hash(form), List.of()).stream()
          .anyMatch(i -> join(i, part, form)));
    }
  }
}
