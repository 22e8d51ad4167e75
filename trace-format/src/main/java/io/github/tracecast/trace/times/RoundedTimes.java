package io.github.tracecast.trace.times;

import io.github.tracecast.trace.TraceException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A distribution of times that is represented by few small numbers. The mean, minimum and maximum
 * are numbers of steps on a logarithmic scale. The bins are bins of the {@link BinScale}. In every
 * bin, the mean lies at the same fraction of the way from the smallest to the largest value. The
 * fraction is chosen such that the mean of all values is {@code mean}.
 *
 * <p>The value of a step is 2 to the power of step / {@link #STEPS}, rounded to five decimal
 * digits.
 *
 * @param fine whether the steps of mean and extremes have small {@linkplain #means units}
 * @param mean step of the mean
 * @param min step of the minimum, rounded down
 * @param max step of the maximum, rounded up
 * @param count number of values
 * @param bins the bins; empty if there are only minimum, average and maximum
 */
public record RoundedTimes(
    boolean fine, int mean, int min, int max, long count, List<BinRange> bins) {
  /** The number of steps of the logarithmic scale in a power of two. */
  public static final int STEPS = 1024;

  /** The number of steps in a bin of the {@link BinScale}. */
  public static final int STEPS_A_BIN = STEPS / 4;

  /** The smallest step. With this limit, sums of products of values and counts stay finite. */
  private static final int LEAST = -900 * STEPS;

  private static final double SMALLEST = 0x1p-800;
  private static final double LARGEST = 0x1p800;
  private static final MathContext DIGITS = new MathContext(5);
  private static final MathContext MEAN_DIGITS = new MathContext(7);
  private static final double LOG_2 = StrictMath.log(2);

  /**
   * A distribution is rounded at most this number of times, because rounding again may move a mean
   * that lies at the end of its range.
   */
  private static final int TRIALS = 4;

  /**
   * A bin that covers several bins of the {@link BinScale}.
   *
   * @param from the number of the first bin
   * @param to the number of the last bin
   * @param count the number of values
   */
  public record BinRange(int from, int to, long count) {
    private static Optional<BinRange> of(Bin bin) {
      int from = BinScale.bin(bin.lower());
      int to = BinScale.bin(bin.upper()) - 1;
      return from != BinScale.ZERO
              && to >= from
              && BinScale.lower(from) == bin.lower()
              && BinScale.upper(to) == bin.upper()
          ? Optional.of(new BinRange(from, to, bin.count()))
          : Optional.empty();
    }
  }

  public RoundedTimes {
    bins = List.copyOf(bins);
  }

  /** Returns the unit of means: each mean is a multiple of this many steps. */
  public static int means(boolean fine) {
    return fine ? 1 : 16;
  }

  /**
   * Returns the unit of extremes: each extreme is a multiple of this many steps, unless it equals
   * the mean.
   */
  public static int extremes(boolean fine) {
    return fine ? 16 : 128;
  }

  /** Returns the value of a step. */
  public static double value(int step) {
    double part = StrictMath.pow(2, Math.floorMod(step, STEPS) / (double) STEPS);
    return round(Math.scalb(part, Math.floorDiv(step, STEPS)), DIGITS);
  }

  /** Returns the step that has exactly this value; empty if there is none. */
  public static OptionalInt step(double value) {
    if (!(value >= SMALLEST && value <= LARGEST)) {
      return OptionalInt.empty();
    }
    int step = nearest(value, 1);
    return value(step) == value ? OptionalInt.of(step) : OptionalInt.empty();
  }

  private static double round(double value, MathContext digits) {
    return new BigDecimal(value).round(digits).doubleValue();
  }

  /**
   * Returns a distribution of this form that is close to another distribution. In a fine
   * distribution, the mean differs by at most 0.04%, in a coarse distribution by at most 0.6%.
   *
   * @return empty if a value is not positive, or if a bin is not on the scale
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

  /** Returns the rounded times that equal a distribution; empty if there are none. */
  public static Optional<RoundedTimes> of(Distribution distribution) {
    return exactly(distribution, false).or(() -> exactly(distribution, true));
  }

  private static Optional<RoundedTimes> exactly(Distribution distribution, boolean fine) {
    double min = distribution.min();
    int unit = min == distribution.max() ? means(fine) : extremes(fine);
    if (!isPositive(distribution)
        || value(nearest(min, unit))
            != min) { // this test rejects most other distributions at little cost
      return Optional.empty();
    }
    return nearest(distribution, fine).filter(found -> found.distribution().equals(distribution));
  }

  private static boolean isPositive(Distribution distribution) {
    return distribution.min() >= SMALLEST && distribution.max() <= LARGEST;
  }

  private static Optional<RoundedTimes> nearest(Distribution distribution, boolean fine) {
    if (!isPositive(distribution)) {
      return Optional.empty();
    }
    List<BinRange> bins = new ArrayList<>();
    switch (distribution) {
      case Distribution.MeanStdDev _ -> {
        return Optional.empty();
      }
      case Distribution.MinAvgMax _ -> {}
      case Distribution.Histogram histogram -> {
        histogram.bins().forEach(bin -> BinRange.of(bin).ifPresent(bins::add));
        if (bins.size() < histogram.bins().size()
            || histogram.extremes().isPresent()
            || histogram.min() == histogram.max()) {
          return Optional.empty();
        }
      }
    }
    if (distribution.min() == distribution.max()) {
      int step = nearest(distribution.min(), means(fine));
      return Optional.of(new RoundedTimes(fine, step, step, step, distribution.count(), bins));
    }
    int min = down(distribution.min(), extremes(fine));
    int max = up(distribution.max(), extremes(fine));
    int mean = Math.clamp(nearest(distribution.mean(), means(fine)), min, max);
    return Optional.of(new RoundedTimes(fine, mean, min, max, distribution.count(), bins));
  }

  /** Returns the multiple of {@code unit} steps whose value is nearest to a value. */
  private static int nearest(double value, int unit) {
    return unit * (int) Math.rint(STEPS * StrictMath.log(value) / LOG_2 / unit);
  }

  private static int down(double value, int unit) {
    int step = nearest(value, unit) + unit;
    while (value(step) > value) {
      step -= unit;
    }
    return step;
  }

  private static int up(double value, int unit) {
    int step = nearest(value, unit) - unit;
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
    checkSteps();
    double low = value(min);
    double high = value(max);
    double middle = Math.clamp(value(mean), low, high);
    if (bins.isEmpty()) {
      return new Distribution.MinAvgMax(count, low, middle, high);
    }
    double[] lows = new double[bins.size()];
    double[] highs = new double[bins.size()];
    double all = 0;
    double least = 0;
    double range = 0;
    for (int i = 0; i < lows.length; i++) {
      BinRange bin = bins.get(i);
      lows[i] = i == 0 ? low : value(bin.from() * STEPS_A_BIN);
      highs[i] = i == lows.length - 1 ? high : value((bin.to() + 1) * STEPS_A_BIN);
      all += bin.count();
      least += bin.count() * lows[i];
      range += bin.count() * (highs[i] - lows[i]);
    }
    double part = range > 0 ? Math.clamp((middle * all - least) / range, 0, 1) : 0;
    List<Bin> found = new ArrayList<>();
    for (int i = 0; i < lows.length; i++) {
      BinRange bin = bins.get(i);
      double inside = round(lows[i] + part * (highs[i] - lows[i]), MEAN_DIGITS);
      found.add(new Bin(
          BinScale.lower(bin.from()),
          BinScale.upper(bin.to()),
          bin.count(),
          lows[i],
          Math.clamp(inside, lows[i], Math.max(lows[i], highs[i])),
          highs[i]));
    }
    return new Distribution.Histogram(found);
  }

  private void checkSteps() {
    if (min < LEAST || max > -LEAST || mean < min || mean > max) {
      throw TraceException.at(
          "distribution",
          "steps " + min + ", " + mean + ", " + max,
          "ascending steps from " + LEAST + " to " + -LEAST);
    }
    for (BinRange bin : bins) {
      if (bin.from() < LEAST / STEPS_A_BIN || bin.to() >= -LEAST / STEPS_A_BIN) {
        throw TraceException.at(
            "distribution",
            "a bin from " + bin.from() + " to " + bin.to(),
            "edges from " + LEAST / STEPS_A_BIN + " to " + (-LEAST / STEPS_A_BIN - 1));
      }
    }
  }
}
