package io.github.tracecast.trace.times;

import io.github.tracecast.trace.TraceException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The recorded values of a delta, as a summary or a histogram, in the delta's unit. */
public sealed interface Distribution {
  /** Returns how many values were recorded, at least 1. */
  long count();

  double mean();

  double min();

  double max();

  /** Returns the bins of a histogram; for other distributions, one bin without edges. */
  default List<Bin> bins() {
    return List.of(new Bin(0, 0, count(), min(), mean(), max()));
  }

  /** Returns the sum of all values: count x mean. */
  default double sum() {
    return count() * mean();
  }

  /** Returns a distribution with the same number of values, each multiplied by a factor. */
  Distribution scaled(double factor);

  /**
   * Returns a distribution that has each value {@code times} times.
   *
   * @param times how often the result has each value, at least 1
   * @throws TraceException if the result would have more than 2^63 - 1 values
   */
  Distribution repeated(long times);

  /**
   * Minimum, average and maximum, as in Ratn's lines {@code TIME: min avg max}.
   *
   * @param count number of values; 1 if the number was not recorded
   */
  record MinAvgMax(long count, double min, double avg, double max) implements Distribution {
    public MinAvgMax {
      if (count < 1) {
        throw TraceException.at("delta", "count " + count, "at least 1");
      }
      requireOrdered("delta", min, avg, max);
    }

    @Override
    public double mean() {
      return avg;
    }

    @Override
    public MinAvgMax scaled(double factor) {
      return new MinAvgMax(count, min * factor, avg * factor, max * factor);
    }

    @Override
    public MinAvgMax repeated(long times) {
      return new MinAvgMax(Bin.repeated(count, times), min, avg, max);
    }
  }

  /**
   * Mean and standard deviation, as CYPRESS keeps times (Zhai et al., SC 2014, section 4.3), and
   * the smallest and largest value.
   *
   * @param deviation standard deviation: the root of the mean squared distance from the mean
   */
  record MeanStdDev(long count, double min, double mean, double deviation, double max)
      implements Distribution {
    public MeanStdDev {
      if (count < 1) {
        throw TraceException.at("delta", "count " + count, "at least 1");
      }
      requireOrdered("delta", min, mean, max);
      double widest =
          (max - min) / 2; // the deviation is largest if half of the values are at each end
      if (!(deviation >= 0 && deviation <= widest + slack(min, max))) {
        throw TraceException.at(
            "delta",
            "standard deviation " + deviation,
            "0 to " + widest + ", half of the distance from min to max");
      }
    }

    @Override
    public MeanStdDev scaled(double factor) {
      return new MeanStdDev(count, min * factor, mean * factor, deviation * factor, max * factor);
    }

    @Override
    public MeanStdDev repeated(long times) {
      return new MeanStdDev(Bin.repeated(count, times), min, mean, deviation, max);
    }
  }

  /**
   * The ranks that had the smallest and the largest value. A recorder that merges ranks may record
   * these two ranks.
   */
  record Extremes(int minRank, int maxRank) {}

  /**
   * A histogram. Its mean is sum(count x bin mean) / sum(count). A mean that the recorder wrote is
   * ignored.
   *
   * @param bins in ascending order of their lower edges; at least one; none is empty
   * @param extremes the ranks with the smallest and the largest value; empty if not recorded
   */
  record Histogram(List<Bin> bins, Optional<Extremes> extremes) implements Distribution {
    /** Creates a histogram that does not name the ranks of its extremes. */
    public Histogram(List<Bin> bins) {
      this(bins, Optional.empty());
    }

    public Histogram {
      Objects.requireNonNull(extremes);
      bins = List.copyOf(bins);
      if (bins.isEmpty()) {
        throw TraceException.at("histogram", "no bin that holds a value", "at least one");
      }
      long count = 0;
      for (int i = 0; i < bins.size(); i++) {
        if (i > 0 && bins.get(i).lower() < bins.get(i - 1).lower()) {
          throw TraceException.at(
              "histogram",
              "bin from " + bins.get(i).lower() + " after bin from "
                  + bins.get(i - 1).lower(),
              "ascending lower edges");
        }
        count += bins.get(i).count();
        if (count < 0) {
          throw TraceException.at("histogram", "more than 2^63 - 1 values", "fewer");
        }
      }
    }

    @Override
    public long count() {
      long count = 0;
      for (Bin bin : bins) {
        count += bin.count();
      }
      return count;
    }

    @Override
    public double sum() {
      double sum = 0;
      for (Bin bin : bins) {
        sum += bin.count() * bin.mean();
      }
      return sum;
    }

    @Override
    public double mean() {
      return sum() / count();
    }

    @Override
    public double min() {
      double min = Double.POSITIVE_INFINITY;
      for (Bin bin : bins) {
        min = Math.min(min, bin.min());
      }
      return min;
    }

    @Override
    public double max() {
      double max = Double.NEGATIVE_INFINITY;
      for (Bin bin : bins) {
        max = Math.max(max, bin.max());
      }
      return max;
    }

    /** Leaves out the ranks of the extremes, because the result has other extremes. */
    @Override
    public Histogram scaled(double factor) {
      return new Histogram(bins.stream().map(bin -> bin.scaled(factor)).toList());
    }

    @Override
    public Histogram repeated(long times) {
      return new Histogram(bins.stream().map(bin -> bin.repeated(times)).toList(), extremes);
    }
  }

  /**
   * Refuses values that are not finite, or not in the order minimum, mean, maximum. Recorders round
   * values, which can move a mean out of the range by one in its last digit. So the tolerance is
   * 1e-6 of the magnitude, but at least 0.01.
   */
  static void requireOrdered(String what, double min, double mean, double max) {
    double slack = slack(min, max);
    if (!(min <= max && min <= mean + slack && mean <= max + slack)
        || Double.isInfinite(min)
        || Double.isInfinite(max)) {
      throw TraceException.at(
          what,
          "min " + min + ", average " + mean + ", max " + max,
          "finite numbers with min <= average <= max");
    }
  }

  private static double slack(double min, double max) {
    return Math.max(0.01, 1e-6 * Math.max(Math.abs(min), Math.abs(max)));
  }
}
