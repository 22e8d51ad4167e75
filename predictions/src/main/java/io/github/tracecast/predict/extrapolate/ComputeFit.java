package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import java.util.TreeMap;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * How the mean computation before a call grows with the ranks: a power law, by least squares of the logarithms. Where the means
 * are all the same, or some are 0, they stay as the largest recording has them.
 */
final class ComputeFit {
  private static final double CONFIDENCE = 0.95;

  private final SimpleRegression regression = new SimpleRegression();
  private final TreeMap<Integer, double[]> sums = new TreeMap<>();

  /** Adds what one of the delta's ranks computed before the call: each has an equal part of it. */
  void add(int ranks, Delta delta) {
    double[] sum = sums.computeIfAbsent(ranks, key -> new double[2]);
    for (Distribution distribution : delta.byExecution()) {
      sum[0] += distribution.sum() / delta.ranks().size();
      sum[1] += (double) distribution.count() / delta.ranks().size();
    }
  }

  /** Mean computation at a number of recorded ranks, in the deltas' unit. */
  private double mean(int ranks) {
    double[] sum = sums.get(ranks);
    return sum[1] == 0 ? 0 : sum[0] / sum[1];
  }

  /** By how much more is computed on so many ranks than on the most that were recorded. */
  double factor(int ranks) {
    return usable() ? Math.pow((double) ranks / sums.lastKey(), slope()) : 1;
  }

  /** Half of the 95% interval of {@link #factor}, as a share of it; 0 from two recordings, which a line always meets. */
  double halfWidth(int ranks) {
    if (!usable() || sums.size() < 3) {
      return 0;
    }
    double half = regression.getSlopeConfidenceInterval(1 - CONFIDENCE);
    return Double.isFinite(half) ? Math.expm1(half * Math.log((double) ranks / sums.lastKey())) : 0;
  }

  /** The recorded mean of the last recording times the executions that it has. */
  double recordedSum() {
    return sums.isEmpty() ? 0 : sums.lastEntry().getValue()[0];
  }

  private boolean usable() {
    return sums.size() > 1 && sums.keySet().stream().allMatch(ranks -> mean(ranks) > 0);
  }

  private double slope() {
    if (regression.getN() == 0) {
      sums.keySet().forEach(ranks -> regression.addData(Math.log(ranks), Math.log(mean(ranks))));
    }
    return regression.getSlope();
  }
}
