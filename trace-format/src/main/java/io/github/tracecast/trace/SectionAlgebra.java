package io.github.tracecast.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.core.ArithmeticUtils;
import org.jspecify.annotations.Nullable;

/**
 * Computes the intersection and the difference of two sections as disjoint sections.
 *
 * <p>If the outermost strides agree, rows are matched by their offset to each other. The same holds
 * if one stride divides the other, and rows can be grouped so that the strides agree. There are at
 * most three offsets, and the inner levels are solved once for all rows. The Chinese remainder
 * theorem gives the common ranks of two plain progressions. In all other cases, each row of the
 * section with the larger stride is handled separately. The cost is at most proportional to the
 * number of rows, never to the number of ranks.
 */
final class SectionAlgebra {
  private SectionAlgebra() {}

  /** Adds the ranks of {@code a} from {@code low} to {@code high} (inclusive). */
  static void clip(Section a, int low, int high, List<Section> out) {
    if (low > high || a.start > high || a.max() < low) {
      return;
    }
    if (low <= a.start && a.max() <= high) {
      out.add(a);
      return;
    }
    int stride = a.levels[0];
    int inner = a.extent - stride * (a.levels[1] - 1);
    int first = Math.max(0, Math.ceilDiv(low - a.start, stride));
    int last = Math.min(a.levels[1] - 1, Math.floorDiv(high - inner - a.start, stride));
    if (first > 0) {
      clip(a.row(first - 1), low, high, out);
    }
    if (first <= last) {
      out.add(a.rows(first, last));
    }
    if (last + 1 < a.levels[1] && (first == 0 || last + 1 != first - 1) && last + 1 >= 0) {
      clip(a.row(last + 1), low, high, out);
    }
  }

  /** Adds the ranks that are in both sections. */
  static void intersect(Section a, Section b, List<Section> out) {
    if (a.start > b.max() || b.start > a.max()) {
      return;
    }
    if (a.isRun()) {
      clip(b, a.start, a.max(), out);
    } else if (b.isRun()) {
      clip(a, b.start, b.max(), out);
    } else if (a.levels[0] == b.levels[0]) {
      intersectAligned(a, b, out);
    } else if (a.levels[0] < b.levels[0]) {
      intersectCoarser(b, a, out);
    } else {
      intersectCoarser(a, b, out);
    }
  }

  /** Intersects sections whose outermost strides differ; {@code a} has the larger stride. */
  private static void intersectCoarser(Section a, Section b, List<Section> out) {
    if (a.levels.length == 2 && b.levels.length == 2) {
      Section common = commonProgression(a, b);
      if (common != null) {
        out.add(common);
      }
      return;
    }
    int stride = a.levels[0];
    if (canAlign(b, stride)) {
      Section whole = b.aligned(stride);
      intersectAligned(a, whole, out);
      Section rest = restOf(b, stride);
      if (rest != null) {
        intersect(a, rest, out);
      }
      return;
    }
    int last = lastRow(a, b);
    for (int i = firstRow(a, b); i <= last; i++) {
      intersect(a.row(i), b, out);
    }
  }

  /** Returns the first row of {@code a} that may have ranks between the bounds of {@code b}. */
  private static int firstRow(Section a, Section b) {
    return Math.max(0, Math.ceilDiv(b.start - a.extentFrom(1) - a.start, a.levels[0]));
  }

  private static int lastRow(Section a, Section b) {
    return Math.min(a.levels[1] - 1, Math.floorDiv(b.max() - a.start, a.levels[0]));
  }

  private static void intersectAligned(Section a, Section b, List<Section> out) {
    int stride = a.levels[0];
    List<Section> inner = new ArrayList<>();
    for (int d = firstOffset(a, b); d <= lastOffset(a, b); d++) {
      int low = Math.max(0, -d);
      int high = Math.min(a.levels[1], b.levels[1] - d) - 1;
      if (low <= high) {
        inner.clear();
        intersect(a.row(low), b.row(low + d), inner);
        for (Section section : inner) {
          out.add(section.with(0, stride, high - low + 1));
        }
      }
    }
  }

  /**
   * Returns the smallest d such that row i of {@code a} and row i + d of {@code b} can have common
   * ranks.
   */
  private static int firstOffset(Section a, Section b) {
    return Math.ceilDiv(a.start - b.start - b.extentFrom(1), a.levels[0]);
  }

  private static int lastOffset(Section a, Section b) {
    return Math.floorDiv(a.start - b.start + a.extentFrom(1), a.levels[0]);
  }

  private static boolean canAlign(Section finer, int stride) {
    return stride % finer.levels[0] == 0 && finer.levels[1] >= stride / finer.levels[0];
  }

  /** Returns the rows that {@link Section#aligned} leaves over; null if there are none. */
  private static @Nullable Section restOf(Section finer, int stride) {
    int perRow = stride / finer.levels[0];
    int rest = finer.levels[1] % perRow;
    return rest == 0 ? null : finer.rows(finer.levels[1] - rest, finer.levels[1] - 1);
  }

  /** Returns the intersection of two sections of depth 1; null if it is empty. */
  private static @Nullable Section commonProgression(Section a, Section b) {
    int gcd = ArithmeticUtils.gcd(a.levels[0], b.levels[0]);
    int distance = b.start - a.start;
    if (distance % gcd != 0) {
      return null;
    }
    long step = (long) a.levels[0] / gcd * b.levels[0];
    long low = Math.max(a.start, b.start);
    long high = Math.min(a.max(), b.max());
    // solves a.start + x * a.stride = b.start (mod b.stride)
    long modulus = b.levels[0] / gcd;
    long x = Math.floorMod(
        Math.floorMod(distance / gcd, modulus) * inverse(a.levels[0] / gcd, modulus), modulus);
    long rank = a.start + x * a.levels[0];
    rank += Math.ceilDiv(low - rank, step) * step;
    if (rank > high) {
      return null;
    }
    int count = (int) ((high - rank) / step) + 1;
    return count == 1 ? Section.of((int) rank) : Section.of((int) rank, (int) step, count);
  }

  private static long inverse(long number, long modulus) {
    return BigInteger.valueOf(number).modInverse(BigInteger.valueOf(modulus)).longValue();
  }

  /** Adds the ranks of {@code a} that {@code b} does not have. */
  static void subtract(Section a, Section b, List<Section> out) {
    if (a.start > b.max() || b.start > a.max()) {
      out.add(a);
    } else if (b.isRun()) {
      clip(a, a.start, b.start - 1, out);
      clip(a, b.max() + 1, a.max(), out);
    } else if (a.levels.length == 0) {
      if (!b.contains(a.start)) {
        out.add(a);
      }
    } else if (a.levels[0] == b.levels[0]) {
      subtractAligned(a, b, out);
    } else if (a.levels.length == 2 && b.levels.length == 2) {
      subtractProgression(a, b, out);
    } else if (a.levels[0] > b.levels[0]) {
      subtractFiner(a, b, out);
    } else {
      subtractCoarser(a, b, out);
    }
  }

  /**
   * Subtracts a section with the same outermost stride. A row of {@code a} has ranks in common with
   * a few rows of {@code b}, which lie at the same offsets for most rows of {@code a}. All rows of
   * {@code a} with the same offsets are handled in one step.
   */
  private static void subtractAligned(Section a, Section b, List<Section> out) {
    int stride = a.levels[0];
    int rows = a.levels[1];
    int firstOffset = firstOffset(a, b);
    int lastOffset = lastOffset(a, b);
    for (int low = 0; low < rows; ) {
      int high = rows - 1;
      List<Section> inner = new ArrayList<>(List.of(a.row(low)));
      for (int d = firstOffset; d <= lastOffset; d++) {
        if (low + d < 0) {
          high = Math.min(high, -d - 1);
        } else if (low + d < b.levels[1]) {
          high = Math.min(high, b.levels[1] - d - 1);
          inner = subtractEach(inner, b.row(low + d));
        }
      }
      for (Section section : inner) {
        out.add(section.with(0, stride, high - low + 1));
      }
      low = high + 1;
    }
  }

  static List<Section> subtractEach(List<Section> sections, Section b) {
    List<Section> rest = new ArrayList<>();
    for (Section section : sections) {
      subtract(section, b, rest);
    }
    return rest;
  }

  private static void subtractProgression(Section a, Section b, List<Section> out) {
    Section common = commonProgression(a, b);
    if (common == null) {
      out.add(a);
      return;
    }
    int stride = a.levels[0];
    int first = (common.start - a.start) / stride;
    int last = (common.max() - a.start) / stride;
    if (first > 0) {
      out.add(a.rows(0, first - 1));
    }
    if (common.levels.length > 0) {
      int every = common.levels[0] / stride;
      if (every > 1) {
        out.add(
            a.rows(first + 1, first + every - 1).with(0, common.levels[0], common.levels[1] - 1));
      }
    }
    if (last + 1 < a.levels[1]) {
      out.add(a.rows(last + 1, a.levels[1] - 1));
    }
  }

  /** Subtracts a section {@code b} with a smaller outermost stride than {@code a}. */
  private static void subtractFiner(Section a, Section b, List<Section> out) {
    int stride = a.levels[0];
    if (canAlign(b, stride)) {
      List<Section> left = new ArrayList<>();
      subtractAligned(a, b.aligned(stride), left);
      Section rest = restOf(b, stride);
      out.addAll(rest == null ? left : subtractEach(left, rest));
      return;
    }
    int first = firstRow(a, b);
    int last = lastRow(a, b);
    if (first > last) {
      out.add(a);
      return;
    }
    if (first > 0) {
      out.add(a.rows(0, first - 1));
    }
    for (int i = first; i <= last; i++) {
      subtract(a.row(i), b, out);
    }
    if (last + 1 < a.levels[1]) {
      out.add(a.rows(last + 1, a.levels[1] - 1));
    }
  }

  /** Subtracts a section {@code b} with a larger outermost stride than {@code a}. */
  private static void subtractCoarser(Section a, Section b, List<Section> out) {
    int stride = b.levels[0];
    if (canAlign(a, stride)) {
      subtractAligned(a.aligned(stride), b, out);
      Section rest = restOf(a, stride);
      if (rest != null) {
        subtract(rest, b, out);
      }
      return;
    }
    int last = lastRow(b, a);
    int done = a.start;
    for (int i = firstRow(b, a); i <= last; i++) {
      Section row = b.row(i);
      clip(a, done, row.start - 1, out);
      List<Section> within = new ArrayList<>();
      clip(a, row.start, row.max(), within);
      out.addAll(subtractEach(within, row));
      done = row.max() + 1;
    }
    clip(a, done, a.max(), out);
  }
}
