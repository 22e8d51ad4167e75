package io.github.tracecast.tools.extrapolate;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The confidence interval of all extrapolated computation. It is the widest of three:
 *
 * <ul>
 *   <li>95% for errors that affect a whole recording, such as the effect of a busy machine. All
 *       ranks of a recording share these errors, so the samples are recordings, not ranks.
 *       Student's distribution has two degrees of freedom less than there are recordings.
 *   <li>the largest error of a recording when the other recordings predict it;
 *   <li>the distance to other forms of growth that fit the recordings as well.
 * </ul>
 *
 * @param recordings the number of ranks of each recording
 * @param ranksOf for each fit, the number of ranks of the result that have the fit's computation
 */
record ComputeInterval(List<Integer> recordings, Map<ComputeFit, Integer> ranksOf) {
  private static final double CONFIDENCE = 0.95;
  private static final int FIGURES_OF_A_FORM = 2;

  /** Half the interval's width, as a share of all computation; 0 with fewer than 3 recordings. */
  double share() {
    double all = total(ComputeFit::mean);
    int freedom = recordings.size() - FIGURES_OF_A_FORM;
    if (all == 0 || freedom < 1) {
      return 0;
    }
    double forms = total(ComputeFit::spread) / all;
    return Math.max(samples(freedom) / all, Math.max(largest(leftOut()), forms));
  }

  /** Returns the largest absolute error; 0 if there are none. */
  static double largest(Map<Integer, Double> errors) {
    return errors.values().stream().mapToDouble(Math::abs).max().orElse(0);
  }

  /** Returns the quantile of Student's distribution for the confidence interval. */
  static double quantile(int freedom) {
    return new TDistribution(null, freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
  }

  /** Half the interval's width for errors that all ranks of a recording share, in the deltas' unit. */
  private double samples(int freedom) {
    double residuals = 0;
    double sensitivities = 0;
    for (int ranks : recordings) {
      double recorded = total(fit -> fit.recorded(ranks));
      double error = recorded == 0 ? 0 : total(fit -> fit.residual(ranks)) / recorded;
      residuals += error * error;
      sensitivities += Math.pow(total(fit -> fit.sensitivity(ranks)), 2);
    }
    return quantile(freedom) * Math.sqrt(residuals / freedom * sensitivities);
  }

  /**
   * Returns the sum of a quantity over all fits, each multiplied by the executions of the
   * computation on all ranks of the result.
   */
  private double total(ToDoubleFunction<ComputeFit> of) {
    double sum = 0;
    for (Map.Entry<ComputeFit, Integer> entry : ranksOf.entrySet()) {
      ComputeFit fit = entry.getKey();
      sum += fit.executions() * entry.getValue() * of.applyAsDouble(fit);
    }
    return sum;
  }

  /**
   * Returns the relative error of each recording's computation when the other recordings predict
   * it, by the recording's number of ranks.
   */
  TreeMap<Integer, Double> leftOut() {
    TreeMap<Integer, Double> errors = new TreeMap<>();
    for (int ranks : recordings) {
      double recorded = 0;
      double predicted = 0;
      for (ComputeFit fit : ranksOf.keySet()) {
        OptionalDouble one = fit.predicted(ranks);
        if (one.isPresent()) {
          predicted += fit.executions() * one.getAsDouble();
          recorded += fit.executions() * fit.recorded(ranks);
        }
      }
      if (recorded > 0) {
        errors.put(ranks, predicted / recorded - 1);
      }
    }
    return errors;
  }
}
