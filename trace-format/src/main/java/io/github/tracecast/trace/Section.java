package io.github.tracecast.trace;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * A set of ranks: a start and levels, outermost first. Each level has a stride and a number of
 * iterations. The set has all ranks start + i1 x stride1 + i2 x stride2 + ... Each stride is larger
 * than the extent of the levels inside it, so the ranks ascend. Each level has at least 2
 * iterations. No two neighbouring levels can be joined into one level.
 */
public final class Section {
  final int start;

  /** The strides and iterations of the levels, alternating: stride, iterations, stride, iterations ... */
  final int[] levels;

  /** The largest rank minus the smallest rank. */
  final int extent;

  /**
   * Creates a section that keeps the given array. The levels must nest, but need not be normalised.
   */
  private Section(int start, int[] levels) {
    this.start = start;
    this.levels = levels;
    int extent = 0;
    for (int i = 0; i < levels.length; i += 2) {
      extent += levels[i] * (levels[i + 1] - 1);
    }
    this.extent = extent;
  }

  /**
   * Checks and normalises the levels of a section.
   *
   * @param levels stride and iterations of each level, outermost first
   * @throws TraceException if a stride or a number of iterations is below 1, if strides do not
   *     nest, or if a rank is out of range
   */
  public static Section of(int start, int... levels) {
    if (levels.length % 2 != 0) {
      throw TraceException.at(
          "rank list",
          levels.length + " numbers after the start of a section",
          "pairs of stride and iterations");
    }
    if (start < 0 || start >= RankList.MAX_RANKS) {
      throw TraceException.at("rank list", "start " + start, "0 to " + (RankList.MAX_RANKS - 1));
    }
    long extent = 0;
    for (int i = levels.length - 2; i >= 0; i -= 2) {
      int stride = levels[i];
      int iterations = levels[i + 1];
      if (stride < 1) {
        throw TraceException.at("rank list", "stride " + stride, "stride >= 1");
      }
      if (iterations < 1) {
        throw TraceException.at("rank list", iterations + " iterations", "at least 1");
      }
      if (iterations > 1 && stride <= extent) {
        throw TraceException.at(
            "rank list",
            "stride " + stride + " of a level whose inner levels have extent " + extent,
            "a stride above this extent, because the outermost level comes first");
      }
      extent += (long) stride * (iterations - 1);
      if (start + extent >= RankList.MAX_RANKS) {
        throw TraceException.at(
            "rank list", "rank " + (start + extent), "0 to " + (RankList.MAX_RANKS - 1));
      }
    }
    return normalised(start, levels);
  }

  /** Drops levels of one iteration, and joins neighbouring levels that form one progression. */
  private static Section normalised(int start, int[] levels) {
    int[] kept = new int[levels.length];
    int used = levels.length;
    for (int i = levels.length - 2; i >= 0; i -= 2) {
      if (levels[i + 1] == 1) {
        continue;
      }
      if (used < levels.length && levels[i] == kept[used] * kept[used + 1]) {
        kept[used + 1] *= levels[i + 1];
      } else {
        used -= 2;
        kept[used] = levels[i];
        kept[used + 1] = levels[i + 1];
      }
    }
    return new Section(start, Arrays.copyOfRange(kept, used, kept.length));
  }

  /**
   * Returns this section repeated by a new level at {@code position}, normalised. The caller must
   * ensure that the new level nests.
   */
  Section with(int position, int stride, int iterations) {
    int[] more = new int[levels.length + 2];
    System.arraycopy(levels, 0, more, 0, 2 * position);
    more[2 * position] = stride;
    more[2 * position + 1] = iterations;
    System.arraycopy(levels, 2 * position, more, 2 * position + 2, levels.length - 2 * position);
    return normalised(start, more);
  }

  /** Returns this section with another number of iterations at a level, normalised. */
  Section withIterations(int level, int iterations) {
    int[] changed = levels.clone();
    changed[2 * level + 1] = iterations;
    return normalised(start, changed);
  }

  /** Returns row {@code i} of the outermost level. */
  Section row(int i) {
    return new Section(start + i * levels[0], Arrays.copyOfRange(levels, 2, levels.length));
  }

  /** Returns the rows {@code from} to {@code to} (inclusive) of the outermost level. */
  Section rows(int from, int to) {
    return new Section(start + from * levels[0], levels.clone()).withIterations(0, to - from + 1);
  }

  /**
   * Returns the first rows, as many as form whole rows of a larger stride, with a new outermost
   * level of that stride. The result is not normalised, so only {@link SectionAlgebra} may use it.
   *
   * @param stride a multiple of the outermost stride, at most outermost stride x iterations
   */
  Section aligned(int stride) {
    int perRow = stride / levels[0];
    int[] split = new int[levels.length + 2];
    System.arraycopy(levels, 2, split, 4, levels.length - 2);
    split[0] = stride;
    split[1] = levels[1] / perRow;
    split[2] = levels[0];
    split[3] = perRow;
    return new Section(start, split);
  }

  /** Returns the extent of the levels from {@code level} inwards. */
  int extentFrom(int level) {
    int inner = 0;
    for (int i = 2 * level; i < levels.length; i += 2) {
      inner += levels[i] * (levels[i + 1] - 1);
    }
    return inner;
  }

  /** Whether the section is one run of consecutive ranks. */
  boolean isRun() {
    return levels.length == 0 || levels.length == 2 && levels[0] == 1;
  }

  /** Returns the number of runs of consecutive ranks. */
  int runs() {
    return levels.length > 0 && levels[levels.length - 2] == 1
        ? size() / levels[levels.length - 1]
        : size();
  }

  public int start() {
    return start;
  }

  public int depth() {
    return levels.length / 2;
  }

  /** Returns the stride of a level; 0 is the outermost level. */
  public int stride(int level) {
    return levels[2 * level];
  }

  /** Returns the iterations of a level; 0 is the outermost level. */
  public int iterations(int level) {
    return levels[2 * level + 1];
  }

  /** Returns the number of ranks. */
  public int size() {
    int size = 1;
    for (int i = 1; i < levels.length; i += 2) {
      size *= levels[i];
    }
    return size;
  }

  public int max() {
    return start + extent;
  }

  /** Returns the sum of all ranks. Each level contributes its mean offset. */
  long sum() {
    return ((2L * start + extent) * size()) / 2;
  }

  public boolean contains(int rank) {
    int rest = rank - start;
    if (rest < 0) {
      return false;
    }
    for (int i = 0; i < levels.length; i += 2) {
      rest -= Math.min(rest / levels[i], levels[i + 1] - 1) * levels[i];
    }
    return rest == 0;
  }

  /** Calls the action with each rank, in ascending order. */
  public void forEach(IntConsumer action) {
    forEach(start, 0, action);
  }

  private void forEach(int from, int level, IntConsumer action) {
    if (level == levels.length) {
      action.accept(from);
      return;
    }
    for (int i = 0; i < levels[level + 1]; i++) {
      forEach(from + i * levels[level], level + 2, action);
    }
  }

  /** Sets the bits of the ranks, one run at a time. */
  void addTo(BitSet bits) {
    addTo(bits, start, 0);
  }

  private void addTo(BitSet bits, int from, int level) {
    if (level == levels.length) {
      bits.set(from);
    } else if (level == levels.length - 2 && levels[level] == 1) {
      bits.set(from, from + levels[level + 1]);
    } else {
      for (int i = 0; i < levels[level + 1]; i++) {
        addTo(bits, from + i * levels[level], level + 2);
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Section that
        && start == that.start
        && Arrays.equals(levels, that.levels);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(levels) + start;
  }

  /** Returns {@code start depth (stride iterations){depth}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(start).append(' ').append(depth());
    for (int number : levels) {
      text.append(' ').append(number);
    }
    return text.toString();
  }
}
