package io.github.tracecast.trace;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.function.IntConsumer;

/**
 * An immutable set of ranks, from 0 to {@link #MAX_RANKS} - 1, as a union of disjoint sections.
 *
 * <p>Text form: {@code N (start depth (stride iterations){depth}){N}}, strides outermost first.
 * {@code 1 6 2 5 3 1 3} is {6,7,8,11,12,13,16,17,18}, {@code 1 3 0} is {3}, {@code 1 0 1 1 16} is 0
 * to 15, {@code 0} is the empty set.
 */
public final class RankList {
  /** The upper bound of ranks (exclusive). */
  public static final int MAX_RANKS = 1 << 24;

  /** The empty set. */
  public static final RankList EMPTY = new RankList(List.of());

  private final List<Section> sections;
  private final int size;

  /**
   * The smallest rank. {@link #max} is the largest rank. For the empty set, the smallest rank is 0
   * and the largest is -1.
   */
  private final int min;

  private final int max;

  /** The sum of all ranks. Sum, size and bounds together are a cheap fingerprint of the set. */
  private final long sum;

  /** @param sections disjoint, ascending by start */
  private RankList(List<Section> sections) {
    this.sections = sections;
    int size = 0;
    int min = sections.isEmpty() ? 0 : sections.getFirst().start;
    int max = -1;
    long sum = 0;
    for (Section section : sections) {
      size += section.size();
      max = Math.max(max, section.max());
      sum += section.sum();
    }
    this.size = size;
    this.min = min;
    this.max = max;
    this.sum = sum;
  }

  /** Returns the set of the given ranks, which may be in any order and may be repeated. */
  public static RankList of(int... ranks) {
    for (int rank : ranks) {
      if (rank < 0 || rank >= MAX_RANKS) {
        throw TraceException.at("rank list", "rank " + rank, "0 to " + (MAX_RANKS - 1));
      }
    }
    if (ranks.length == 1) {
      return range(ranks[0], 1); // a bit set up to one large rank would take megabytes
    }
    BitSet bits = new BitSet();
    for (int rank : ranks) {
      bits.set(rank);
    }
    return new RankList(Coalescing.ofBits(bits));
  }

  /** Returns the set of the given ranks, which may be in any order and may be repeated. */
  public static RankList of(Collection<Integer> ranks) {
    return of(ranks.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * Returns the set of {@code count} ranks from {@code from} on; the empty set if {@code count} is
   * 0.
   */
  public static RankList range(int from, int count) {
    return count == 0 ? EMPTY : section(from, 1, count);
  }

  /**
   * Returns the set of one section.
   *
   * @param levels stride and iterations of each level, outermost first
   */
  public static RankList section(int start, int... levels) {
    return new RankList(List.of(Section.of(start, levels)));
  }

  /**
   * Returns the union of sections, which may overlap.
   *
   * @throws TraceException if the sections together hold more than {@link #MAX_RANKS} ranks
   */
  public static RankList ofSections(List<Section> sections) {
    long size = 0;
    int number = sections.size();
    for (Section section : sections) {
      size += section.size();
    }
    if (size > MAX_RANKS) {
      throw TraceException.at(
          "rank list", size + " ranks in " + number + " sections", "at most " + MAX_RANKS);
    }
    if (number < 2) {
      return number == 0 ? EMPTY : new RankList(List.copyOf(sections));
    }
    return new RankList(SectionSets.united(sections));
  }

  public boolean contains(int rank) {
    for (Section section : sections) {
      if (section.contains(rank)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of ranks. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /**
   * Returns the smallest rank.
   *
   * @throws IllegalStateException if the set is empty
   */
  public int min() {
    requireRanks();
    return min;
  }

  /**
   * Returns the largest rank.
   *
   * @throws IllegalStateException if the set is empty
   */
  public int max() {
    requireRanks();
    return max;
  }

  private void requireRanks() {
    if (isEmpty()) {
      throw new IllegalStateException("an empty rank list has no bounds");
    }
  }

  public RankList union(RankList other) {
    if (isEmpty() || this == other) {
      return other;
    }
    if (other.isEmpty()) {
      return this;
    }
    RankList union = new RankList(SectionSets.union(sections, other.sections));
    return union.size == size ? this : union.size == other.size ? other : union;
  }

  public RankList intersection(RankList other) {
    if (apartFrom(other)) {
      return EMPTY;
    }
    if (this == other) {
      return this;
    }
    RankList common = new RankList(SectionSets.intersection(sections, other.sections));
    return common.size == size ? this : common.size == other.size ? other : common;
  }

  /** Returns the ranks of this set that are not in the other set. */
  public RankList minus(RankList other) {
    if (apartFrom(other)) {
      return this;
    }
    RankList rest = new RankList(SectionSets.difference(sections, other.sections));
    return rest.size == size ? this : rest;
  }

  /** Whether the bounds of two sets show that they have no common rank. */
  private boolean apartFrom(RankList other) {
    return isEmpty() || other.isEmpty() || min > other.max || other.min > max;
  }

  public boolean containsAll(RankList other) {
    if (this == other || other.isEmpty()) {
      return true;
    }
    return other.size <= size
        && other.min >= min
        && other.max <= max
        && SectionSets.containsAll(sections, other.sections);
  }

  public boolean intersects(RankList other) {
    return !apartFrom(other) && SectionSets.intersects(sections, other.sections);
  }

  /** Calls the action with each rank, in ascending order. */
  public void forEach(IntConsumer action) {
    if (SectionSets.areApart(sections)) {
      sections.forEach(section -> section.forEach(action));
    } else {
      SectionSets.bits(sections).stream().forEach(action);
    }
  }

  /**
   * Iterates over the ranks in ascending order. If sections interleave, this takes one bit of
   * memory for each rank up to the largest rank.
   */
  public PrimitiveIterator.OfInt iterator() {
    return SectionSets.bits(sections).stream().iterator();
  }

  /** Returns the ranks in ascending order. */
  public int[] toArray() {
    int[] ranks = new int[size];
    int[] next = {0};
    forEach(rank -> ranks[next[0]++] = rank);
    return ranks;
  }

  /** Returns the disjoint sections of the set, in ascending order of their starts. */
  public List<Section> sections() {
    return sections;
  }

  /** Whether both sets have the same ranks. The sections of the two sets may differ. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof RankList that
            && size == that.size
            && sum == that.sum
            && min == that.min
            && max == that.max
            && (sections.equals(that.sections) || containsAll(that));
  }

  @Override
  public int hashCode() {
    return (31 * size + min) * 31 + max + Long.hashCode(sum);
  }

  /** Returns the text form. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(sections.size());
    for (Section section : sections) {
      text.append(' ').append(section);
    }
    return text.toString();
  }
}
