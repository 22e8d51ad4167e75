package io.github.tracecast.compress;

import io.github.tracecast.trace.Term;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The widths, ascending, of the square grids into which the ranks of a communicator can be
 * arranged. Terms of kind {@link Term.Kind#TRANSPOSED} use these grids. A set of widths is a bit
 * mask.
 */
record SquareGrids(int size, int[] widths) {
  private static volatile SquareGrids last = new SquareGrids(1, new int[0]);

  /** Returns the grids of a communicator. The result for the last size is cached. */
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

  /** Returns the set of grids in which each of two ranks is the transposed rank of the other. */
  long connecting(int rank, long partner) {
    long set = 0;
    for (int i = 0; i < widths.length; i++) {
      if (Term.transposed(rank, widths[i], size) == partner) {
        set |= 1L << i;
      }
    }
    return set;
  }

  /** Returns the smallest width of the grids in a set. */
  int width(long set) {
    return widths[Long.numberOfTrailingZeros(set)];
  }
}
