package io.github.tracecast.trace.times;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A histogram whose buckets all have the same width, as Ratn et al. (ICS 2008) keep times: bucket i
 * holds the values from base + i x stride up to, but not including, base + (i + 1) x stride.
 *
 * @param base lower edge of the first bucket
 * @param stride width of a bucket, above 0
 * @param counts the number of values in each bucket
 */
public record EqualBuckets(double base, double stride, List<Long> counts) {
  /** The largest number of buckets that are recognised in a histogram. */
  private static final int MOST = 1024;

  /** The largest distance of an edge from a multiple of the stride, as a part of the stride. */
  private static final double ROUNDING = 1e-6;

  public EqualBuckets {
    counts = List.copyOf(counts);
  }

  /**
   * Sorts the values of bins into buckets from the smallest to the largest value. The values of a
   * bin are assumed to be spread as a replay draws them: evenly on each side of their mean. So a
   * bin that crosses an edge is divided.
   *
   * @param bins the bins, whose values must not all be equal
   * @param buckets number of buckets
   */
  public static EqualBuckets of(List<Bin> bins, int buckets) {
    Distribution all = new Distribution.Histogram(bins);
    double stride = (all.max() - all.min()) / buckets;
    List<Long> counts = new ArrayList<>();
    long before = 0;
    for (int i = 1; i <= buckets; i++) {
      double edge = all.min() + i * stride;
      double below =
          bins.stream().mapToDouble(bin -> bin.count() * shareBelow(bin, edge)).sum();
      long until = i == buckets ? all.count() : Math.min(Math.round(below), all.count());
      counts.add(until - before);
      before = until;
    }
    return new EqualBuckets(all.min(), stride, counts);
  }

  /** Returns the buckets of a histogram; empty if its bins are not equal buckets. */
  public static Optional<EqualBuckets> in(Distribution.Histogram histogram) {
    Bin first = histogram.bins().getFirst();
    double stride = first.upper() - first.lower();
    List<Long> counts = new ArrayList<>();
    for (Bin bin : histogram.bins()) {
      double place = (bin.lower() - first.lower()) / stride;
      double off = Math.max(
          Math.abs(place - Math.rint(place)),
          Math.abs(bin.upper() - bin.lower() - stride) / stride);
      if (!(place < MOST && off < ROUNDING)
          || !bin.equals(Bin.ofEdges(bin.lower(), bin.upper(), bin.count()))) {
        return Optional.empty();
      }
      while (counts.size() < Math.rint(place)) {
        counts.add(0L);
      }
      counts.add(bin.count());
    }
    return Optional.of(new EqualBuckets(first.lower(), stride, counts));
  }

  private static double shareBelow(Bin bin, double edge) {
    if (edge <= bin.min()) {
      return 0;
    }
    if (edge > bin.max() || bin.min() == bin.max()) {
      return 1;
    }
    double belowMean = (bin.max() - bin.mean()) / (bin.max() - bin.min());
    return edge <= bin.mean()
        ? belowMean * (edge - bin.min()) / (bin.mean() - bin.min())
        : belowMean + (1 - belowMean) * (edge - bin.mean()) / (bin.max() - bin.mean());
  }

  /** Returns the buckets that hold values. The mean of a bucket is its middle. */
  public Distribution.Histogram histogram() {
    List<Bin> bins = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > 0) {
        bins.add(Bin.ofEdges(base + i * stride, base + (i + 1) * stride, counts.get(i)));
      }
    }
    return new Distribution.Histogram(bins);
  }
}
