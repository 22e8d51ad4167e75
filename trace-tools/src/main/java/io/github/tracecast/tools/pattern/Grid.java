package io.github.tracecast.tools.pattern;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Ranks on a grid of 1 to 3 dimensions; x varies fastest. */
public final class Grid {
  private final int[] shape;
  private final int[] strides;

  Grid(List<Integer> shape) {
    this.shape = Grids.array(shape);
    strides = new int[this.shape.length];
    int stride = 1;
    for (int d = 0; d < strides.length; d++) {
      strides[d] = stride;
      stride *= this.shape[d];
    }
  }

  int dimensions() {
    return shape.length;
  }

  int extent(int dimension) {
    return shape[dimension];
  }

  int stride(int dimension) {
    return strides[dimension];
  }

  /** {@code count} coordinates of one dimension, {@code step} apart, starting at {@code from}. */
  record Range(int from, int step, int count) {}

  /**
   * Returns the ranks with coordinates in the ranges, one range per dimension. These ranks form a
   * single section.
   */
  RankList box(List<Range> ranges) {
    int start = 0;
    int[] levels = new int[2 * shape.length];
    for (int d = 0; d < shape.length; d++) {
      Range range = ranges.get(d);
      int outermostFirst = 2 * (shape.length - 1 - d);
      start += range.from() * strides[d];
      levels[outermostFirst] = Math.max(1, range.step()) * strides[d];
      levels[outermostFirst + 1] = range.count();
    }
    return RankList.section(start, levels);
  }

  /**
   * Returns the shape for exactly this number of ranks whose extents have the smallest sum, the
   * largest extent first.
   */
  public static List<Integer> mostCubic(int ranks, int dimensions) {
    return shapes(ranks, dimensions, ranks)
        .min(Comparator.comparingLong(Grid::sum))
        .orElse(List.of());
  }

  /** Returns the shapes for a number of ranks, the largest extent first. */
  private static Stream<List<Integer>> shapes(int ranks, int dimensions, int largest) {
    if (dimensions == 1) {
      return ranks <= largest ? Stream.of(List.of(ranks)) : Stream.empty();
    }
    return IntStream.iterate(1, small -> (long) small * small <= ranks, small -> small + 1)
        .filter(small -> ranks % small == 0)
        .flatMap(small -> IntStream.of(ranks / small, small).distinct())
        .filter(extent -> extent <= largest)
        .boxed()
        .flatMap(extent -> shapes(ranks / extent, dimensions - 1, extent)
            .map(rest -> Stream.concat(Stream.of(extent), rest.stream()).toList()));
  }

  private static long sum(List<Integer> shape) {
    return shape.stream().mapToLong(Integer::longValue).sum();
  }

  /**
   * Parses a shape such as {@code 8x8x4}: 1 to 3 extents of at least 1, and at most {@link
   * RankList#MAX_RANKS} ranks.
   */
  public static List<Integer> parse(String text) {
    if (!text.matches("\\d{1,8}(x\\d{1,8}){0,2}")) {
      throw UsageException.of(
          "shape",
          "found " + text
              + "; expected one to three numbers joined by x, such as 8x8x4, or 1d, 2d or 3d");
    }
    List<Integer> shape = new ArrayList<>();
    long ranks = 1;
    for (String extent : text.split("x")) {
      shape.add(Integer.parseInt(extent));
      ranks = Math.min(Long.MAX_VALUE >> 27, ranks * shape.getLast());
    }
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw UsageException.of(
          "shape", "found " + text + "; expected a shape of 1 to " + RankList.MAX_RANKS + " ranks");
    }
    return shape;
  }
}
