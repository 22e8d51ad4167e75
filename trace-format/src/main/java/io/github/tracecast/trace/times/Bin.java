package io.github.tracecast.trace.times;

import io.github.tracecast.trace.TraceException;

/**
 * One bin of a {@link Distribution.Histogram}, with the extremes and the mean of the values in it.
 *
 * @param lower lower edge
 * @param upper upper edge, at least {@code lower}
 * @param count number of values in the bin, at least 1
 * @param min the smallest value
 * @param mean the mean of the values, from {@code min} to {@code max}
 * @param max the largest value
 */
public record Bin(double lower, double upper, long count, double min, double mean, double max) {
  public Bin {
    if (count < 1) {
      throw TraceException.at(
          "bin", "count " + count, "at least 1, because empty bins are left out");
    }
    if (!(lower <= upper) || Double.isInfinite(lower) || Double.isInfinite(upper)) {
      throw TraceException.at(
          "bin", "edges " + lower + " and " + upper, "finite edges, the lower first");
    }
    Distribution.requireOrdered("bin", min, mean, max);
  }

  /** Returns a bin with the same number of values, each multiplied by a factor. */
  Bin scaled(double factor) {
    return new Bin(
        lower * factor, upper * factor, count, min * factor, mean * factor, max * factor);
  }

  /** Returns a bin that has each value several times. */
  Bin repeated(long times) {
    return new Bin(lower, upper, repeated(count, times), min, mean, max);
  }

  /** Returns {@code count} times {@code times}, and refuses a product above 2^63 - 1. */
  static long repeated(long count, long times) {
    if (Math.multiplyHigh(count, times) != 0 || count * times < 0) {
      throw TraceException.at("delta", "more than 2^63 - 1 values", "fewer");
    }
    return count * times;
  }

  /** Returns a bin from only its edges and its count. Its mean is the middle between the edges. */
  public static Bin ofEdges(double lower, double upper, long count) {
    return new Bin(lower, upper, count, lower, lower + (upper - lower) / 2, upper);
  }
}
