package io.github.tracecast.tools.extrapolate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The growth of computation that the user states. Under weak scaling, the computation of a rank
 * does not depend on the number of ranks; under strong scaling, the total computation does not.
 * Each recording then measures the same quantity, so the result is the average of the recordings,
 * and their scatter gives the interval.
 *
 * <p>A path that some recordings lack must not inherit the errors of the recordings that have it.
 * So each recording of the path is first divided by the recording's deviation from the average,
 * over the paths that all recordings have. For example, a recording whose ranks compute 10% more
 * than the average counts as 1/1.1 of itself.
 */
final class StatedGrowth {
  private final Scaling scaling;
  private final List<Integer> recordings;
  private final int target;

  /**
   * For a recording's number of ranks, the computation on the result's ranks of the paths that all
   * recordings have.
   */
  private final TreeMap<Integer, Double> totals = new TreeMap<>();

  /**
   * @param recordings the number of ranks of each recording
   * @param target the number of ranks of the result
   */
  StatedGrowth(Scaling scaling, List<Integer> recordings, int target) {
    this.scaling = scaling;
    this.recordings = recordings;
    this.target = target;
  }

  /**
   * Sets the growth of all fits.
   *
   * @param ranksOf for each fit, the number of ranks of the result that have the fit's computation
   */
  void state(Map<ComputeFit, Integer> ranksOf) {
    ranksOf.forEach((fit, ranks) -> {
      if (isShared(fit)) {
        for (int recorded : recordings) {
          double own = since(recorded) * fit.recorded(recorded);
          totals.merge(recorded, fit.executions() * ranks * own, Double::sum);
        }
      }
    });
    ranksOf
        .keySet()
        .forEach(fit -> fit.state(
            isShared(fit) ? this::since : ranks -> since(ranks) / (1 + deviation(ranks))));
  }

  private boolean isShared(ComputeFit fit) {
    return fit.recordings() == recordings.size();
  }

  /** Returns the growth of a rank's computation since a recording. */
  private double since(int ranks) {
    return scaling == Scaling.WEAK ? 1 : (double) ranks / target;
  }

  private double average() {
    return totals.values().stream().mapToDouble(one -> one).average().orElse(0);
  }

  /** Returns the relative deviation of a recording's computation from the average; 0 if unknown. */
  private double deviation(int ranks) {
    double average = average();
    double own = totals.getOrDefault(ranks, 0.0);
    return own > 0 ? own / average - 1 : 0;
  }

  /**
   * Half the width of the 95% prediction interval for the computation of one more recording,
   * relative to the average; 0 with a single recording.
   */
  double halfWidth() {
    int count = totals.size();
    if (count < 2 || average() == 0) {
      return 0;
    }
    double squares = totals.keySet().stream()
        .mapToDouble(ranks -> Math.pow(deviation(ranks), 2))
        .sum();
    double quantile = ComputeInterval.quantile(count - 1);
    double further = quantile * Math.sqrt(squares / (count - 1) * (1 + 1.0 / count));
    return Math.max(further, ComputeInterval.largest(leftOut()));
  }

  /**
   * Returns the relative error of each recording's computation when the average of the other
   * recordings predicts it, by the recording's number of ranks.
   */
  Map<Integer, Double> leftOut() {
    Map<Integer, Double> errors = new LinkedHashMap<>();
    int others = totals.size() - 1;
    double sum = average() * totals.size();
    totals.forEach((ranks, own) -> {
      if (others > 0 && own > 0) {
        errors.put(ranks, (sum - own) / others / own - 1);
      }
    });
    return errors;
  }
}
