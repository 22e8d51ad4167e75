package io.github.tracecast.trace;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A start and, per depth, a stride and a number of iterations, outermost first: all ranks start + i1 x stride1 + i2 x stride2 + ... Each stride is larger than the
 * extent of everything inside it, each level has at least 2 iterations, and no two neighbouring levels could be one.
 */
public final class Section {
  private final int start;

  /** stride, iterations, stride, iterations ... */
  private final int[] levels;

  private Section(int start, int[] levels) {
    this.start = start;
    this.levels = levels;
  }

  /** Checks and normalises.
   *
   * @throws TraceException where a stride or a number of iterations is below 1, strides do not nest, or a rank is out of range
   */
  public static Section of(int start, int... levels) {
    if (levels.length % 2 != 0) {
      throw TraceException.at("rank list", levels.length + " numbers after a start", "pairs of stride and iterations");
    }
    if (start < 0 || start >= RankList.MAX_RANKS) {
      throw TraceException.at("rank list", "start " + start, "0 to " + (RankList.MAX_RANKS - 1));
    }
    int[] kept = new int[levels.length];
    int used = levels.length;
    long extent = 0;
    for (int i = levels.length - 2; i >= 0; i -= 2) {
      int stride = levels[i];
      int iterations = levels[i + 1];
      if (stride < 1) {
        throw TraceException.at("rank list", "stride " + stride, "at least 1");
      }
      if (iterations < 1) {
        throw TraceException.at("rank list", iterations + " iterations", "at least 1");
      }
      if (iterations == 1) {
        continue;
      }
      if (stride <= extent) {
        throw TraceException.at("rank list", "stride " + stride + " around an extent of " + extent, "a larger stride, the outermost level first");
      }
      extent += (long) stride * (iterations - 1);
      if (start + extent >= RankList.MAX_RANKS) {
        throw TraceException.at("rank list", "rank " + (start + extent), "0 to " + (RankList.MAX_RANKS - 1));
      }
      if (used < levels.length && stride == (long) kept[used] * kept[used + 1]) {
        kept[used + 1] *= iterations;
      } else {
        used -= 2;
        kept[used] = stride;
        kept[used + 1] = iterations;
      }
    }
    return new Section(start, Arrays.copyOfRange(kept, used, kept.length));
  }

  public int start() {
    return start;
  }

  public int depth() {
    return levels.length / 2;
  }

  /** Stride of a level, 0 is the outermost. */
  public int stride(int level) {
    return levels[2 * level];
  }

  /** Iterations of a level, 0 is the outermost. */
  public int iterations(int level) {
    return levels[2 * level + 1];
  }

  /** Number of ranks. */
  public int size() {
    int size = 1;
    for (int i = 1; i < levels.length; i += 2) {
      size *= levels[i];
    }
    return size;
  }

  public int min() {
    return start;
  }

  public int max() {
    int max = start;
    for (int i = 0; i < levels.length; i += 2) {
      max += levels[i] * (levels[i + 1] - 1);
    }
    return max;
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

  /** Calls with each rank, ascending. */
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

  @Override
  public boolean equals(Object other) {
    return other instanceof Section that && start == that.start && Arrays.equals(levels, that.levels);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(levels) + start;
  }

  /** {@code start depth (stride iterations){depth}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(start).append(' ').append(depth());
    for (int number : levels) {
      text.append(' ').append(number);
    }
    return text.toString();
  }
}
