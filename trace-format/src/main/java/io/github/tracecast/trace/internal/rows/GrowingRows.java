package io.github.tracecast.trace.internal.rows;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.TraceException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Successive rows of terms, whose lengths are a progression. Each row is the start or the end of a
 * pattern that repeats without end. A branch in a loop of 1, 2, 3 ... iterations has outcomes of
 * this form if an outcome depends on the iteration alone: a branch that is taken in every second
 * iteration has the outcomes 1, 1 0, 1 0 1 ... The last row may be incomplete.
 *
 * @param lengths the lengths of the rows
 * @param ends whether rows are ends of the pattern, not starts
 * @param pattern a sequence of scalars
 */
public record GrowingRows(Lengths lengths, boolean ends, Sequence pattern) {
  /** Sequences with fewer elements are short in any form. */
  private static final int LEAST = 24;

  /** The largest number of lengths that are tried for a sequence. */
  private static final int CANDIDATES = 16;

  /**
   * Lengths of rows.
   *
   * @param first the first length, at least 1
   * @param step the difference of successive lengths
   */
  public record Lengths(int first, int step) {
    /** @throws TraceException if the first row has no term, or a number does not fit into 32 bits */
    public static Lengths of(long first, long step) {
      if (first < 1 || first != (int) first || step != (int) step) {
        throw TraceException.at(
            "value",
            "rows of " + first + " terms and a step of " + step,
            "a first row of at least 1 term, and numbers below 2^31");
      }
      return new Lengths((int) first, (int) step);
    }

    /**
     * Returns the length of the longest row if the rows have {@code count} terms; 0 if all rows
     * together have fewer terms.
     */
    private long longest(int count) {
      long length = first;
      long longest = first;
      for (long left = count - length; left > 0; left -= length) {
        length += step;
        if (length < 1) {
          return 0;
        }
        longest = Math.max(longest, length);
      }
      return longest;
    }
  }

  /** Returns the lengths that rows may have: the iterations of loops, if they are a progression. */
  public static Set<Lengths> lengths(List<Loop> loops) {
    Set<Lengths> lengths = new LinkedHashSet<>();
    for (Loop loop : loops) {
      for (Piece piece : loop.iterations().pieces()) {
        Sequence sequence = piece.sequence();
        if (lengths.size() < CANDIDATES && isProgression(sequence)) {
          long step = sequence.numberAt(1) - sequence.numberAt(0);
          long first = sequence.numberAt(sequence.numberAt(0) == 0 ? 1 : 0);
          if (first == (int) first && step == (int) step) {
            lengths.add(Lengths.of(first, step));
          }
        }
      }
    }
    return lengths;
  }

  private static boolean isProgression(Sequence sequence) {
    if (!sequence.isScalar() || !sequence.isConstant() || sequence.period() < 3) {
      return false;
    }
    long step = sequence.numberAt(1) - sequence.numberAt(0);
    return step != 0
        && IntStream.range(2, sequence.period())
            .allMatch(i -> sequence.numberAt(i) - sequence.numberAt(i - 1) == step);
  }

  /** Returns the rows of a sequence; null if its rows have none of these lengths. */
  public static @Nullable GrowingRows of(Sequence sequence, Set<Lengths> candidates) {
    if (!sequence.isScalar() || sequence.period() < LEAST) {
      return null;
    }
    for (Lengths lengths : candidates) {
      GrowingRows starts = of(sequence, lengths, false);
      GrowingRows rows = starts == null ? of(sequence, lengths, true) : starts;
      if (rows != null) {
        return rows;
      }
    }
    return null;
  }

  private static @Nullable GrowingRows of(Sequence sequence, Lengths lengths, boolean ends) {
    int count = sequence.period();
    long longest = lengths.longest(count);
    if (longest == 0 || longest > count) {
      return null;
    }
    int[] elements = new int[(int) longest]; // elements by distance from the start or end of a row
    Arrays.fill(elements, -1);
    int length = lengths.first;
    for (int row = 0; row < count; row += length, length += lengths.step) {
      for (int i = 0; i < length && row + i < count; i++) {
        int at = ends ? length - 1 - i : i;
        if (elements[at] < 0) {
          elements[at] = row + i;
        } else if (!sequence.sameElements(elements[at], row + i)) {
          return null;
        }
      }
    }
    return of(sequence, lengths, ends, elements);
  }

  private static @Nullable GrowingRows of(
      Sequence sequence, Lengths lengths, boolean ends, int[] elements) {
    int known = elements.length;
    while (elements[known - 1] < 0) {
      known--;
    }
    Sequence.Builder pattern = Sequence.builder();
    for (int at = 0; at < known; at++) {
      if (elements[at] < 0) {
        return null;
      }
      pattern.add(sequence.term(elements[at], 0));
    }
    Sequence shortest = pattern.buildShortest();
    return new GrowingRows(lengths, ends, ends ? reversed(shortest) : shortest);
  }

  private static Sequence reversed(Sequence sequence) {
    Sequence.Builder builder = Sequence.builder();
    for (int i = sequence.period() - 1; i >= 0; i--) {
      builder.add(sequence.term(i, 0));
    }
    return builder.build();
  }

  /**
   * Adds the terms of the rows to a sequence.
   *
   * @return the sequence
   * @throws TraceException if all rows together have fewer than {@code count} terms
   */
  public Sequence.Builder addTo(Sequence.Builder builder, int count) {
    if (lengths.longest(count) == 0) {
      throw TraceException.at(
          "value",
          count + " terms in rows of " + lengths.first + " terms and " + -lengths.step
              + " fewer each",
          "rows of at least 1 term");
    }
    long length = lengths.first;
    for (int left = count; left > 0; left -= (int) Math.min(length, left), length += lengths.step) {
      int from = ends ? (int) Math.floorMod(-length, (long) pattern.period()) : 0;
      for (int i = 0; i < Math.min(length, left); i++) {
        builder.add(pattern.term((from + i) % pattern.period(), 0));
      }
    }
    return builder;
  }
}
