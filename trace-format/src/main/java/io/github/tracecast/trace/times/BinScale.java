package io.github.tracecast.trace.times;

import io.github.tracecast.trace.recorder.RecorderConstants;

/**
 * The scale of the bins of recorded times: it has four bins for each power of two. All histograms
 * share it, so merging them is exact. Zero and all values below the smallest normal number share
 * one bin.
 */
public final class BinScale {
  /** The number of the bin of zero. */
  public static final int ZERO = Integer.MIN_VALUE;

  private static final double QUARTER = edgeOf("TC_EDGE_1");
  private static final double HALF = edgeOf("TC_EDGE_2");
  private static final double THREE_QUARTERS = edgeOf("TC_EDGE_3");

  private BinScale() {}

  /**
   * Returns an edge between 1 and 2 from the bits of its fraction, which are a constant of the
   * recorder.
   */
  private static double edgeOf(String fraction) {
    return Double.longBitsToDouble(
        Double.doubleToRawLongBits(1) | RecorderConstants.number(fraction));
  }

  /** Returns the number of the bin of a value. Larger values have higher numbers. */
  public static int bin(double value) {
    if (!(value >= Double.MIN_NORMAL)) {
      return ZERO;
    }
    int exponent = Math.getExponent(value);
    double mantissa = Math.scalb(value, -exponent);
    int quarter = mantissa < HALF ? mantissa < QUARTER ? 0 : 1 : mantissa < THREE_QUARTERS ? 2 : 3;
    return 4 * exponent + quarter;
  }

  /** Returns the smallest value of a bin. */
  public static double lower(int bin) {
    return bin == ZERO ? 0 : edge(bin);
  }

  /** Returns the smallest value above a bin. */
  public static double upper(int bin) {
    return bin == ZERO ? Double.MIN_NORMAL : edge(bin + 1);
  }

  private static double edge(int bin) {
    return Math.scalb(
        switch (Math.floorMod(bin, 4)) {
          case 0 -> 1;
          case 1 -> QUARTER;
          case 2 -> HALF;
          default -> THREE_QUARTERS;
        },
        Math.floorDiv(bin, 4));
  }
}
