package io.github.tracecast.compress;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.BinScale;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A summary of a delta's values: exact count, sum, minimum and maximum, and optionally counts by
 * magnitude. Each bin on the {@link BinScale} has its own count, sum, minimum and maximum. So
 * merging is exact, and the counts do not depend on the order of merging. Not thread-safe.
 */
public final class DeltaSummary {
  private long count;
  private double sum;
  private double squares;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  private static final int[] NO_KEYS = {};
  private static final long[] NO_COUNTS = {};
  private static final double[] NO_TIMES = {};

  /** The keys of the bins, ascending; {@link #NO_KEYS} if only the totals are kept. */
  private int[] keys = NO_KEYS;

  private int bins;
  private long[] counts = NO_COUNTS;
  private double[] sums = NO_TIMES;
  private double[] mins = NO_TIMES;
  private double[] maxes = NO_TIMES;

  /** Creates a summary with only the totals of its values. */
  public DeltaSummary(long count, double sum, double squares, double min, double max) {
    addTotals(count, sum, squares, min, max);
  }

  /**
   * Adds the values of one bin.
   *
   * @param key 4e + q, where 2^e is the largest power of two that does not exceed the values, and q
   *     is their quarter between 2^e and 2^(e+1); {@link BinScale#ZERO} for values without an
   *     exponent
   */
  public void bin(int key, long itsCount, double itsSum, double itsMin, double itsMax) {
    if (keys == NO_KEYS) {
      resize(2);
    }
    addBin(key, itsCount, itsSum, itsMin, itsMax);
  }

  /** Returns an empty summary that counts values by magnitude. */
  public static DeltaSummary byMagnitude() {
    return new DeltaSummary(true);
  }

  /** @param byMagnitude whether to count values also by magnitude */
  DeltaSummary(boolean byMagnitude) {
    if (byMagnitude) {
      resize(2);
    }
  }

  /** Returns the summary of a single value. */
  public static DeltaSummary of(double value) {
    return new DeltaSummary(1, value, value * value, value, value);
  }

  /** Returns the sum of the totals of two summaries; null if both are null. */
  static @Nullable DeltaSummary totalsOfBoth(
      @Nullable DeltaSummary one, @Nullable DeltaSummary other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    DeltaSummary all = new DeltaSummary(one.count, one.sum, one.squares, one.min, one.max);
    all.addTotals(other.count, other.sum, other.squares, other.min, other.max);
    return all;
  }

  /** Writes the totals. */
  void pack(PackedBytes bytes) {
    bytes.varint(count);
    for (double total : new double[] {sum, squares, min, max}) {
      bytes.real(total);
    }
  }

  static DeltaSummary unpack(PackedBytes.Reader reader) {
    return new DeltaSummary(
        reader.varint(), reader.real(), reader.real(), reader.real(), reader.real());
  }

  /** Adds a value. */
  public void add(double value) {
    addTotals(1, value, value * value, value, value);
    if (keys != NO_KEYS) {
      addBin(BinScale.bin(value), 1, value, value, value);
    }
  }

  /** Adds the values of another summary. */
  public void add(DeltaSummary other) {
    addTotals(other.count, other.sum, other.squares, other.min, other.max);
    if (other.keys == NO_KEYS && other.count > 0) {
      keys = NO_KEYS; // `other` has no counts by magnitude, so the sum has none
    }
    for (int i = 0; i < other.bins && keys != NO_KEYS; i++) {
      addBin(other.keys[i], other.counts[i], other.sums[i], other.mins[i], other.maxes[i]);
    }
  }

  /** Adds the values of a distribution. Each value is taken as the mean of its bin. */
  void addDistribution(Distribution values) {
    for (Bin bin : values.bins()) {
      double sum = bin.count() * bin.mean();
      addTotals(bin.count(), sum, sum * bin.mean(), bin.min(), bin.max());
      if (keys != NO_KEYS) {
        addBin(BinScale.bin(bin.mean()), bin.count(), sum, bin.min(), bin.max());
      }
    }
  }

  private void addTotals(
      long moreCount, double moreSum, double moreSquares, double low, double high) {
    count += moreCount;
    sum += moreSum;
    squares += moreSquares;
    min = Math.min(min, low);
    max = Math.max(max, high);
  }

  private void addBin(int key, long moreCount, double moreSum, double low, double high) {
    int at = bins - 1;
    while (at >= 0 && keys[at] > key) {
      at--;
    }
    if (at < 0 || keys[at] != key) {
      insert(++at, key);
    }
    counts[at] += moreCount;
    sums[at] += moreSum;
    mins[at] = Math.min(mins[at], low);
    maxes[at] = Math.max(maxes[at], high);
  }

  private void insert(int at, int key) {
    if (bins == keys.length) {
      resize(2 * bins);
    }
    int later = bins - at;
    System.arraycopy(keys, at, keys, at + 1, later);
    System.arraycopy(counts, at, counts, at + 1, later);
    System.arraycopy(sums, at, sums, at + 1, later);
    System.arraycopy(mins, at, mins, at + 1, later);
    System.arraycopy(maxes, at, maxes, at + 1, later);
    bins++;
    keys[at] = key;
    counts[at] = 0;
    sums[at] = 0;
    mins[at] = Double.POSITIVE_INFINITY;
    maxes[at] = Double.NEGATIVE_INFINITY;
  }

  private void resize(int length) {
    keys = Arrays.copyOf(keys, length);
    counts = Arrays.copyOf(counts, length);
    sums = Arrays.copyOf(sums, length);
    mins = Arrays.copyOf(mins, length);
    maxes = Arrays.copyOf(maxes, length);
  }

  /** Returns the number of values. */
  public long count() {
    return count;
  }

  double sum() {
    return sum;
  }

  double max() {
    return max;
  }

  double mean() {
    return sum / count;
  }

  /** Returns the sum of the squared distances from the mean. */
  double scatter() {
    return Math.max(0, squares - sum * sum / count);
  }

  /** Returns the values in the form that the options select. */
  public Distribution distribution(CompressOptions options) {
    return switch (options.deltas()) {
      case NONE, MINAVGMAX -> totals();
      case MEANSTDDEV -> Deviations.of(totals(), scatter());
      case HISTOGRAM, BUCKETS ->
        keys == NO_KEYS || min == max ? totals() : Bins.fitted(bins(), options);
    };
  }

  private List<Bin> bins() {
    List<Bin> all = new ArrayList<>();
    for (int i = 0; i < bins; i++) {
      all.add(Bins.of(
          BinScale.lower(keys[i]), BinScale.upper(keys[i]), counts[i], mins[i], sums[i], maxes[i]));
    }
    return all;
  }

  /** Returns count, minimum, average and maximum. */
  Distribution totals() {
    return new Distribution.MinAvgMax(count, min, Bins.mean(sum, count, min, max), max);
  }

  /** Estimates the variance of the mean, which is the square of the standard error. */
  double meanVariance() {
    return count < 2 ? 0 : scatter() / (count - 1) / count;
  }
}
