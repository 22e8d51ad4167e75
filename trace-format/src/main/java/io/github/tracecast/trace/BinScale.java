package io.github.tracecast.trace;

/**
 * The scale that bins of recorded times follow: four to a power of two, the same for all histograms, so that merging them is exact.
 * Below the smallest normal number, zero included, there is one bin.
 */
public final class BinScale {
  /** The bin of zero. */
  public static final int ZERO = Integer.MIN_VALUE;

  private static final double QUARTER = Math.pow(2, 0.25);
  private static final double HALF = Math.pow(2, 0.5);
  private static final double THREE_QUARTERS = Math.pow(2, 0.75);

  private BinScale() {}

  /** The bin that a value falls into; higher for higher values. */
  public static int bin(double value) {
    if (!(value >= Double.MIN_NORMAL)) {
      return ZERO;
    }
    int exponent = Math.getExponent(value);
    double mantissa = Math.scalb(value, -exponent);
    int quarter = mantissa < HALF ? mantissa < QUARTER ? 0 : 1 : mantissa < THREE_QUARTERS ? 2 : 3;
    return 4 * exponent + quarter;
  }

  /** The smallest value of a bin. */
  public static double lower(int bin) {
    return bin == ZERO ? 0 : edge(bin);
  }

  /** The smallest value above a bin. */
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
