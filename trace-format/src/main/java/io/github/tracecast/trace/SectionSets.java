package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Set operations on lists of disjoint sections. Results are coalesced. */
final class SectionSets {
  /**
   * The largest number of pairs of sections to compare, or of pieces of sections to create. Sets
   * that need more are too irregular for sections, so they are combined as bit sets.
   */
  private static final int MANY = 4096;

  private SectionSets() {}

  /** Whether each section ends before the next begins. */
  static boolean areApart(List<Section> sections) {
    for (int i = 1; i < sections.size(); i++) {
      if (sections.get(i).start <= sections.get(i - 1).max()) {
        return false;
      }
    }
    return true;
  }

  static BitSet bits(List<Section> sections) {
    BitSet bits = new BitSet();
    for (Section section : sections) {
      section.addTo(bits);
    }
    return bits;
  }

  /** Turns sections that may overlap into disjoint sections. */
  static List<Section> united(List<Section> sections) {
    return disjoint(sections) ? Coalescing.coalesce(sections) : Coalescing.ofBits(bits(sections));
  }

  private static boolean disjoint(List<Section> sections) {
    if (areApart(sections)) {
      return true;
    }
    for (int i = 1; i < sections.size(); i++) {
      if (irregular(sections, sections)
          || intersects(sections.subList(i, i + 1), sections.subList(0, i))) {
        return false;
      }
    }
    return true;
  }

  static List<Section> union(List<Section> a, List<Section> b) {
    List<Section> all = irregular(a, b) ? null : pieces(b, a);
    if (all == null) {
      return combined(a, b, BitSet::or);
    }
    List<Section> joined = new ArrayList<>(a);
    joined.addAll(all);
    return Coalescing.coalesce(joined);
  }

  static List<Section> intersection(List<Section> a, List<Section> b) {
    if (irregular(a, b)) {
      return combined(a, b, BitSet::and);
    }
    List<Section> common = new ArrayList<>();
    for (Section one : a) {
      for (Section other : b) {
        SectionAlgebra.intersect(one, other, common);
      }
    }
    return Coalescing.coalesce(common);
  }

  static List<Section> difference(List<Section> a, List<Section> b) {
    List<Section> left = irregular(a, b) ? null : pieces(a, b);
    return left == null ? combined(a, b, BitSet::andNot) : Coalescing.coalesce(left);
  }

  static boolean intersects(List<Section> a, List<Section> b) {
    if (irregular(a, b)) {
      return bits(a).intersects(bits(b));
    }
    List<Section> common = new ArrayList<>();
    for (Section one : a) {
      for (Section other : b) {
        SectionAlgebra.intersect(one, other, common);
        if (!common.isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  static boolean containsAll(List<Section> a, List<Section> b) {
    if (!irregular(a, b)) {
      for (Section section : b) {
        List<Section> left = pieces(List.of(section), a);
        if (left == null) {
          return difference(b, a).isEmpty();
        }
        if (!left.isEmpty()) {
          return false;
        }
      }
      return true;
    }
    BitSet bits = bits(b);
    bits.andNot(bits(a));
    return bits.isEmpty();
  }

  /** Combines two sets as bit sets. */
  private static List<Section> combined(
      List<Section> a, List<Section> b, BiConsumer<BitSet, BitSet> operation) {
    BitSet bits = bits(a);
    operation.accept(bits, bits(b));
    return Coalescing.ofBits(bits);
  }

  private static boolean irregular(List<Section> a, List<Section> b) {
    return (long) a.size() * b.size() > MANY;
  }

  /**
   * Returns the ranks of {@code a} that are not in {@code b}; null if there would be too many
   * pieces.
   */
  private static @Nullable List<Section> pieces(List<Section> a, List<Section> b) {
    List<Section> left = a;
    for (Section section : b) {
      left = SectionAlgebra.subtractEach(left, section);
      if (left.size() > MANY) {
        return null;
      }
    }
    return left;
  }
}
