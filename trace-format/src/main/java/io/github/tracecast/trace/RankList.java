package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.function.IntConsumer;

/**
 * An immutable set of ranks, from 0 to {@link #MAX_RANKS} - 1, as a union of disjoint sections.
 *
 * <p>Text form: {@code N (start depth (stride iterations){depth}){N}}, strides outermost first. {@code 1 6 2 5 3 1 3} is {6,7,8,11,12,13,16,17,18}, {@code 1 3 0} is {3},
 * {@code 1 0 1 1 16} is 0 to 15, {@code 0} is the empty set.
 */
public final class RankList {
  /** Ranks are below this. */
  public static final int MAX_RANKS = 1 << 24;

  /** No rank. */
  public static final RankList EMPTY = new RankList(List.of());

  private final List<Section> sections;
  private final int size;

  private RankList(List<Section> sections) {
    this.sections = List.copyOf(sections);
    int size = 0;
    for (Section section : sections) {
      size += section.size();
    }
    this.size = size;
  }

  /** The ranks given, in any order, repeated or not. */
  public static RankList of(int... ranks) {
    BitSet bits = new BitSet();
    for (int rank : ranks) {
      if (rank < 0 || rank >= MAX_RANKS) {
        throw TraceException.at("rank list", "rank " + rank, "0 to " + (MAX_RANKS - 1));
      }
      bits.set(rank);
    }
    return ofBits(bits);
  }

  /** The ranks given, in any order, repeated or not. */
  public static RankList of(Collection<Integer> ranks) {
    return of(ranks.stream().mapToInt(Integer::intValue).toArray());
  }

  /** {@code count} ranks from {@code from} on; none where count is 0. */
  public static RankList range(int from, int count) {
    return count == 0 ? EMPTY : section(from, 1, count);
  }

  /**
   * One section.
   *
   * @param levels stride and iterations per depth, outermost first
   */
  public static RankList section(int start, int... levels) {
    return new RankList(List.of(Section.of(start, levels)));
  }

  static RankList ofBits(BitSet bits) {
    List<Section> rows = new ArrayList<>();
    for (int from = bits.nextSetBit(0); from >= 0; ) {
      int to = bits.nextClearBit(from);
      rows.add(Section.of(from, 1, to - from));
      from = bits.nextSetBit(to);
    }
    return new RankList(rows);
  }

  private BitSet bits() {
    BitSet bits = new BitSet();
    for (Section section : sections) {
      section.forEach(bits::set);
    }
    return bits;
  }

  public boolean contains(int rank) {
    for (Section section : sections) {
      if (section.contains(rank)) {
        return true;
      }
    }
    return false;
  }

  /** Number of ranks. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The smallest rank.
   *
   * @throws IllegalStateException where the set is empty
   */
  public int min() {
    return bounds(true);
  }

  /** The largest rank.
   *
   * @throws IllegalStateException where the set is empty
   */
  public int max() {
    return bounds(false);
  }

  private int bounds(boolean low) {
    if (isEmpty()) {
      throw new IllegalStateException("an empty rank list has no bounds");
    }
    int result = low ? Integer.MAX_VALUE : -1;
    for (Section section : sections) {
      result = low ? Math.min(result, section.min()) : Math.max(result, section.max());
    }
    return result;
  }

  public RankList union(RankList other) {
    BitSet bits = bits();
    bits.or(other.bits());
    return ofBits(bits);
  }

  public RankList intersection(RankList other) {
    BitSet bits = bits();
    bits.and(other.bits());
    return ofBits(bits);
  }

  /** The ranks of this set that the other does not hold. */
  public RankList minus(RankList other) {
    BitSet bits = bits();
    bits.andNot(other.bits());
    return ofBits(bits);
  }

  public boolean containsAll(RankList other) {
    return other.minus(this).isEmpty();
  }

  public boolean intersects(RankList other) {
    return !intersection(other).isEmpty();
  }

  /** Calls with each rank, ascending. */
  public void forEach(IntConsumer action) {
    BitSet bits = bits();
    for (int rank = bits.nextSetBit(0); rank >= 0; rank = bits.nextSetBit(rank + 1)) {
      action.accept(rank);
    }
  }

  /** The ranks, ascending. */
  public PrimitiveIterator.OfInt iterator() {
    return bits().stream().iterator();
  }

  /** The ranks, ascending. */
  public int[] toArray() {
    return bits().stream().toArray();
  }

  /** Disjoint sections, ascending by start. */
  public List<Section> sections() {
    return sections;
  }

  /**
   * Reads the text form.
   *
   * @throws TraceException where it is malformed
   */
  public static RankList parse(String text) {
    String trimmed = text.strip();
    String[] words = trimmed.isEmpty() ? new String[0] : trimmed.split("\\s+");
    int[] numbers = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      try {
        numbers[i] = Integer.parseInt(words[i]);
      } catch (NumberFormatException e) {
        throw TraceException.at("rank list", "\"" + words[i] + "\"", "a number below 2^31");
      }
    }
    int at = 0;
    if (numbers.length == 0 || numbers[0] < 0) {
      throw TraceException.at("rank list", "\"" + trimmed + "\"", "the number of its sections, at least 0");
    }
    int count = numbers[at++];
    RankList result = EMPTY;
    for (int s = 0; s < count; s++) {
      if (at + 2 > numbers.length || numbers[at + 1] < 0 || (numbers.length - at - 2) / 2 < numbers[at + 1]) {
        throw TraceException.at("rank list", "\"" + trimmed + "\"", "start, depth and depth pairs of stride and iterations in section " + (s + 1));
      }
      int end = at + 2 + 2 * numbers[at + 1];
      result = result.union(section(numbers[at], Arrays.copyOfRange(numbers, at + 2, end)));
      at = end;
    }
    if (at != numbers.length) {
      throw TraceException.at("rank list", (numbers.length - at) + " numbers after section " + count, "none");
    }
    return result;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RankList that && size == that.size && (sections.equals(that.sections) || bits().equals(that.bits()));
  }

  @Override
  public int hashCode() {
    return isEmpty() ? 0 : size * 31 * 31 + min() * 31 + max();
  }

  /** The text form. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(sections.size());
    for (Section section : sections) {
      text.append(' ').append(section);
    }
    return text.toString();
  }
}
