package io.github.tracecast.compress;

import io.github.tracecast.trace.Term;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The widths of the square grids that the ranks of a communicator can be put into, ascending, for terms of kind
 * {@link Term.Kind#TRANSPOSED}. Sets of widths are bits.
 */
record SquareGrids(int size, int[] widths) {
  private static volatile SquareGrids last = new SquareGrids(1, new int[0]);

  /** Those of a communicator; the same ones for the same size, as long as no other is asked for. */
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

  /** The widths of grids in which one rank is the other's partner. */
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
