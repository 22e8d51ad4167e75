package io.github.tracecast.compress;

import io.github.tracecast.compress.PieceList.Part;
import io.github.tracecast.trace.RankList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pieces of a value for each form of {@link Terms}. A piece is a set of ranks with equal
 * values. Unlike the pieces of a {@link PieceList}, these pieces do not depend on the order of
 * merging. Immutable.
 */
final class FormPieces {
  /**
   * The forms, the most preferred first. The preference decides between pieces with the same number
   * of ranks.
   */
  private static final int[] FORMS = {Terms.CONSTANT, Terms.PLUS, Terms.PLUS_MOD};

  /**
   * The most pieces in a form. A form with more pieces is given up, so that memory stays bounded.
   */
  private static final int MOST = 64;

  private static final Comparator<Part> BY_FIRST_RANK =
      Comparator.comparingInt(part -> part.ranks().min());

  /**
   * The pieces of each form, in the order of {@link #FORMS}, without the forms that were given up.
   */
  private final Map<Integer, List<Part>> byForm;

  private FormPieces(Map<Integer, List<Part>> byForm) {
    this.byForm = byForm;
  }

  static FormPieces of(Part one) {
    Map<Integer, List<Part>> byForm = new LinkedHashMap<>();
    for (int form : FORMS) {
      byForm.put(form, one.terms().has(form) ? List.of(one) : List.of());
    }
    return new FormPieces(byForm);
  }

  FormPieces merged(FormPieces other, Unions unions) {
    Map<Integer, List<Part>> merged = new LinkedHashMap<>();
    byForm.forEach((form, parts) -> {
      List<Part> others = other.byForm.get(form);
      List<Part> all = others == null ? null : merged(form, parts, others, unions);
      if (all != null && all.size() <= MOST) {
        merged.put(form, all);
      }
    });
    return new FormPieces(merged);
  }

  private static List<Part> merged(int form, List<Part> parts, List<Part> others, Unions unions) {
    List<Part> all = new ArrayList<>(parts);
    for (Part part : others) {
      int at = 0;
      Part joined = null;
      while (at < parts.size() && joined == null) {
        joined = all.get(at++).joinedIn(form, part, unions);
      }
      if (joined == null) {
        all.add(part);
      } else {
        all.set(at - 1, joined);
      }
    }
    return all;
  }

  /**
   * Returns disjoint pieces with the ranks of all forms, sorted by their first ranks. Each step
   * takes the piece with the most ranks among all forms. If the forms that were not given up lack
   * ranks, the result lacks these ranks, too.
   */
  List<Part> cover() {
    List<Part> left = new ArrayList<>();
    byForm.values().forEach(parts -> parts.stream().sorted(BY_FIRST_RANK).forEach(left::add));
    List<Part> cover = new ArrayList<>();
    while (!left.isEmpty()) {
      Part largest =
          Collections.max(left, Comparator.comparingInt(part -> part.ranks().size()));
      cover.add(largest);
      RankList taken = largest.ranks();
      left.replaceAll(part -> new Part(part.ranks().minus(taken), part.terms()));
      left.removeIf(part -> part.ranks().isEmpty());
    }
    cover.sort(BY_FIRST_RANK);
    return cover;
  }
}
