package io.github.tracecast.compress;

import io.github.tracecast.trace.Term;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The widths of the square grids that fit a communicator's ranks, ascending. They serve terms of
 * kind {@link Term.Kind#TRANSPOSED}. A set of widths is a bit mask.
 */
record SquareGrids(int size, int[] widths) {
  private static volatile SquareGrids last = new SquareGrids(1, new int[0]);

  /**
   * Returns the grids of a communicator. Successive calls with the same size return the same
   * object.
   */
  static SquareGrids of(int size) {
    SquareGrids grids = last;
    if (grids.size != size) {
      int most = (int) Math.sqrt(size);
      int[] widths = IntStream.rangeClosed(2, most)
          .filter(width -> size % (width * width) == 0)
          .toArray();
      grids = new SquareGrids(size, Arrays.copyOf(widths, Math.min(widths.length, Long.SIZE)));
      last = grids;
    }
    return grids;
  }

  /** Returns the widths of the grids that make the two ranks partners. */
  long connecting(int rank, long partner) {
    long set = 0;
    for (int i = 0; i < widths.length; i++) {
      if (Term.transposed(rank, widths[i], size) == partner) {
        set |= 1L << i;
      }
    }
    return set;
  }

  /** The smallest width of a set. */
  int width(long set) {
    return widths[Long.numberOfTrailingZeros(set)];
  }
}
