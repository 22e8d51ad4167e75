package io.github.tracecast.trace;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A distribution in few small numbers. Its mean, minimum and maximum are steps of a logarithmic
 * scale, and its bins are those of the {@link BinScale}. Within each bin the mean divides the way from
 * the smallest to the largest value in the same proportion, so that the mean of all values is the one stated.
 *
 * <p>A value of the scale is 2 to the power of step / {@link #STEPS}, rounded to five decimal digits.
 *
 * @param fine whether the mean is a multiple of 1 step and the extremes are of 16; otherwise of 16 and 128
 * @param mean step of the mean
 * @param min step of the minimum, rounded down
 * @param max step of the maximum, rounded up
 * @param counts one number of values if there are no bins, else one for each bin
 * @param from the first number on the {@link BinScale} of each bin; empty for minimum, average and maximum alone
 * @param to the last number of each bin
 */
public record RoundedTimes(
    boolean fine, int mean, int min, int max, long[] counts, int[] from, int[] to) {
  /** Steps to a power of two. */
  public static final int STEPS = 1024;

  /** Steps to a number of the {@link BinScale}. */
  public static final int STEPS_A_BIN = STEPS / 4;

  /** Coarse means are multiples of this many steps. */
  public static final int COARSE_MEAN = 16;

  /** Sums of such values and counts stay finite. */
  private static final int LEAST = -900 * STEPS;

  private static final double SMALLEST = 0x1p-800;
  private static final double LARGEST = 0x1p800;
  private static final MathContext DIGITS = new MathContext(5);
  private static final MathContext MEAN_DIGITS = new MathContext(7);

  /** Rounding a rounded distribution again may move a mean at the end of its range; not more often than this. */
  private static final int TRIALS = 4;

  /** Steps of the extremes. */
  public static int extremes(boolean fine) {
    return fine ? 16 : 128;
  }

  /** The value of a step. */
  public static double value(int step) {
    double part = StrictMath.pow(2, Math.floorMod(step, STEPS) / (double) STEPS);
    return round(Math.scalb(part, Math.floorDiv(step, STEPS)), DIGITS);
  }

  private static double round(double value, MathContext digits) {
    return new BigDecimal(value).round(digits).doubleValue();
  }

  /**
   * Returns a distribution of this form that is close to another one. Its mean differs by 0.04% at most if it is fine, and
   * by 0.6% otherwise.
   *
   * @return empty where values are not positive, or bins are not those of the scale
   */
  public static Optional<Distribution> rounded(Distribution distribution, boolean fine) {
    Optional<RoundedTimes> found = nearest(distribution, fine);
    for (int i = 0; i < TRIALS && found.isPresent(); i++) {
      Distribution rounded = found.get().distribution();
      found = nearest(rounded, fine);
      if (found.isPresent() && found.get().distribution().equals(rounded)) {
        return Optional.of(rounded);
      }
    }
    return Optional.empty();
  }

  /** Returns the numbers of a distribution of this form; empty if it is not of this form. */
  public static Optional<RoundedTimes> of(Distribution distribution) {
    return nearest(distribution, false)
        .filter(found -> found.distribution().equals(distribution))
        .or(() ->
            nearest(distribution, true).filter(found -> found.distribution().equals(distribution)));
  }

  private static Optional<RoundedTimes> nearest(Distribution distribution, boolean fine) {
    if (!(distribution.min() >= SMALLEST)
        || !(distribution.max() <= LARGEST)
        || distribution instanceof Distribution.MeanStdDev) {
      return Optional.empty();
    }
    int unit = fine ? 1 : COARSE_MEAN;
    int mean = unit * (int) Math.rint(log(distribution.mean()) / unit);
    int min = down(distribution.min(), extremes(fine));
    int max = up(distribution.max(), extremes(fine));
    if (distribution.min() == distribution.max()) {
      min = mean;
      max = mean;
    }
    if (!(distribution instanceof Distribution.Histogram histogram)) {
      return Optional.of(new RoundedTimes(
          fine, mean, min, max, new long[] {distribution.count()}, new int[0], new int[0]));
    }
    List<Bin> bins = histogram.bins();
    int[] from = new int[bins.size()];
    int[] to = new int[bins.size()];
    for (int i = 0; i < from.length; i++) {
      from[i] = BinScale.bin(bins.get(i).lower());
      to[i] = BinScale.bin(bins.get(i).upper()) - 1;
      if (from[i] == BinScale.ZERO
          || to[i] < from[i]
          || BinScale.lower(from[i]) != bins.get(i).lower()
          || BinScale.upper(to[i]) != bins.get(i).upper()
          || i > 0 && from[i] <= to[i - 1]) {
        return Optional.empty();
      }
    }
    if (histogram.extremes().isPresent() || min == max) {
      return Optional.empty();
    }
    long[] counts = bins.stream().mapToLong(Bin::count).toArray();
    return Optional.of(new RoundedTimes(fine, mean, min, max, counts, from, to));
  }

  private static double log(double value) {
    return STEPS * StrictMath.log(value) / StrictMath.log(2);
  }

  private static int down(double value, int unit) {
    int step = unit * (int) Math.rint(log(value) / unit) + unit;
    while (value(step) > value) {
      step -= unit;
    }
    return step;
  }

  private static int up(double value, int unit) {
    int step = unit * (int) Math.rint(log(value) / unit) - unit;
    while (value(step) < value) {
      step += unit;
    }
    return step;
  }

  /**
   * Returns the distribution.
   *
   * @throws TraceException if the numbers do not fit together
   */
  public Distribution distribution() {
    if (min < LEAST || max > -LEAST || mean < min || mean > max) {
      throw TraceException.at(
          "distribution",
          "steps " + min + ", " + mean + ", " + max,
          LEAST + " to " + -LEAST + ", ascending");
    }
    for (int i = 0; i < from.length; i++) {
      if (from[i] < LEAST / STEPS_A_BIN || to[i] >= -LEAST / STEPS_A_BIN) {
        throw TraceException.at(
            "distribution",
            "a bin from " + from[i] + " to " + to[i],
            LEAST / STEPS_A_BIN + " to " + (-LEAST / STEPS_A_BIN - 1));
      }
    }
    double low = value(min);
    double high = value(max);
    double middle = Math.clamp(value(mean), low, Math.max(low, high));
    if (from.length == 0) {
      return new Distribution.MinAvgMax(counts[0], low, middle, high);
    }
    double[] lows = new double[from.length];
    double[] highs = new double[from.length];
    double count = 0;
    double least = 0;
    double range = 0;
    for (int i = 0; i < from.length; i++) {
      lows[i] = i == 0 ? low : value(from[i] * STEPS_A_BIN);
      highs[i] = i == from.length - 1 ? high : value((to[i] + 1) * STEPS_A_BIN);
      count += counts[i];
      least += counts[i] * lows[i];
      range += counts[i] * (highs[i] - lows[i]);
    }
    double part = range > 0 ? Math.clamp((middle * count - least) / range, 0, 1) : 0;
    List<Bin> bins = new ArrayList<>();
    for (int i = 0; i < from.length; i++) {
      double inside = round(lows[i] + part * (highs[i] - lows[i]), MEAN_DIGITS);
      bins.add(new Bin(
          BinScale.lower(from[i]),
          BinScale.upper(to[i]),
          counts[i],
          lows[i],
          Math.clamp(inside, lows[i], Math.max(lows[i], highs[i])),
          highs[i]));
    }
    return new Distribution.Histogram(bins);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoundedTimes that
        && fine == that.fine
        && mean == that.mean
        && min == that.min
        && max == that.max
        && Arrays.equals(counts, that.counts)
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts) * 31 + mean;
  }

  @Override
  public String toString() {
    return (fine ? "fine " : "coarse ") + min + " " + mean + " " + max + " "
        + Arrays.toString(counts);
  }
}
