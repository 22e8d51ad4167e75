package io.github.tracecast.repair.times;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Distributes the values of a histogram over the executions of each mode: the mode's own values,
 * and a share of the values that belong to no context. Values that belong to no context are single
 * calls that took longer. Sums stay as recorded.
 */
final class ModeShares {
  private final Modes modes;
  private final long[] given;
  private final List<Bin> bins;

  /** For each mode and bin, the number of the bin's values that belong to the mode. */
  private final double[][] share;

  /** @param given for each mode, the number of its executions; 0 if it has no contexts */
  ModeShares(Modes modes, long[] given) {
    this.modes = modes;
    this.given = given;
    this.bins = modes.bins();
    this.share = new double[modes.size()][bins.size()];
    double[] room = new double[modes.size()];
    double rooms = 0;
    for (int mode = 0; mode < modes.size(); mode++) {
      room[mode] = Math.max(0, given[mode] - modes.count(mode));
      rooms += room[mode];
    }
    long all = Arrays.stream(given).sum();
    int at = 0;
    for (int mode = 0; mode < modes.size(); mode++) {
      double kept = given[mode] == 0 ? 0 : Math.min(1, (double) given[mode] / modes.count(mode));
      for (Bin bin : modes.bins(mode)) {
        share[mode][at] += kept * bin.count();
        double left = (1 - kept) * bin.count();
        for (int other = 0; left > 0 && other < modes.size(); other++) {
          double part = rooms > 0 ? room[other] / rooms : given[other] / (double) all;
          share[other][at] += left * part;
        }
        at++;
      }
    }
  }

  /**
   * Returns the mean of all executions of a mode's contexts: the recorded sum, divided by the
   * program's number of executions. The recorder's number may differ slightly.
   */
  double mean(int mode) {
    double sum = 0;
    for (int at = 0; at < bins.size(); at++) {
      sum += share[mode][at] * bins.get(at).mean();
    }
    return given[mode] == 0 ? modes.mean(mode) : sum / given[mode];
  }

  /** Returns a distribution of {@code count} executions of a mode, with the mode's mean. */
  Distribution of(int mode, long count) {
    double whole = 0;
    for (double part : share[mode]) {
      whole += part;
    }
    double mean = mean(mode);
    long left = count;
    double owed = 0;
    long[] counts = new long[bins.size()];
    int largest = 0;
    for (int at = 0; at < counts.length; at++) {
      owed += share[mode][at] / whole * count;
      counts[at] = Math.max(0, Math.min(left, Math.round(owed)));
      owed -= counts[at];
      left -= counts[at];
      largest = share[mode][at] > share[mode][largest] ? at : largest;
    }
    counts[largest] += left;
    return new Distribution.Histogram(withMean(counts, largest, mean * count));
  }

  /** Returns bins with these counts. The mean of the largest bin compensates for the rounding of counts, so that the sum is exact. */
  private List<Bin> withMean(long[] counts, int largest, double sum) {
    double others = 0;
    for (int at = 0; at < counts.length; at++) {
      others += at == largest ? 0 : counts[at] * bins.get(at).mean();
    }
    List<Bin> result = new ArrayList<>();
    for (int at = 0; at < counts.length; at++) {
      if (counts[at] > 0) {
        Bin bin = bins.get(at);
        double mean = at == largest ? (sum - others) / counts[at] : bin.mean();
        result.add(new Bin(
            bin.lower(),
            bin.upper(),
            counts[at],
            Math.min(bin.min(), mean),
            mean,
            Math.max(bin.max(), mean)));
      }
    }
    return result;
  }
}
