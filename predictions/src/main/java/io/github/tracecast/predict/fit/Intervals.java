package io.github.tracecast.predict.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/**
 * Computes how well measurements determine each value. The confidence interval of a value is the
 * wider of two intervals. The first is a bootstrap over groups of measurements; a group has one run
 * and one algorithm. It draws as many groups as were measured, with replacement, and takes one
 * Gauss-Newton step from the optimum of the fit. The step replaces a whole fit, because close to
 * the optimum predictions are nearly linear in the logarithms of values. The second interval
 * follows from the curvature of the loss. If no measurement depends on the value, it is the
 * interval of the prior.
 */
final class Intervals {
  private static final int DRAWS = 400;
  private static final double NORMAL_95 = 1.96;

  /**
   * Measurements determine a value if its standard deviation is at most this share of the prior's
   * standard deviation.
   */
  private static final double DETERMINED = 0.5;

  private Intervals() {}

  /**
   * The interval of one value.
   *
   * @param low its lower end, as a logarithm
   * @param high its upper end, as a logarithm
   * @param determined whether the data, rather than the prior, determine the value
   */
  record Interval(double low, double high, boolean determined) {}

  /**
   * 95% intervals of a fit.
   *
   * @param spreads the prior's standard deviations
   * @param seed seed of the draws
   */
  static List<Interval> of(List<Trial> trials, Fit.Result fit, double[] spreads, long seed) {
    int dimension = fit.point().length;
    List<int[]> groups = groups(trials);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[dimension][DRAWS];
    for (int draw = 0; draw < DRAWS && dimension > 0; draw++) {
      int[] times = new int[trials.size()];
      for (int g = 0; g < groups.size(); g++) {
        for (int trial : groups.get(random.nextInt(groups.size()))) {
          times[trial]++;
        }
      }
      RealVector step = step(fit, times);
      for (int k = 0; k < dimension; k++) {
        points[k][draw] = fit.point()[k] - step.getEntry(k);
      }
    }
    double[] deviations = deviations(fit);
    List<Interval> intervals = new ArrayList<>();
    for (int k = 0; k < dimension; k++) {
      Arrays.sort(points[k]);
      double reach = NORMAL_95 * deviations[k];
      intervals.add(new Interval(
          Math.min(points[k][DRAWS / 40], fit.point()[k] - reach),
          Math.max(points[k][DRAWS - 1 - DRAWS / 40], fit.point()[k] + reach),
          deviations[k] <= DETERMINED * spreads[k]));
    }
    return intervals;
  }

  /** The standard deviation of each coordinate, from the curvature of the loss. */
  private static double[] deviations(Fit.Result fit) {
    double[] deviations = new double[fit.point().length];
    if (deviations.length > 0) {
      RealMatrix jacobian = new Array2DRowRealMatrix(fit.jacobian(), false);
      RealMatrix covariance = new LUDecomposition(jacobian.transpose().multiply(jacobian))
          .getSolver()
          .getInverse();
      Arrays.setAll(deviations, k -> Math.sqrt(covariance.getEntry(k, k)));
    }
    return deviations;
  }

  private static List<int[]> groups(List<Trial> trials) {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < trials.size(); i++) {
      groups
          .computeIfAbsent(RobustLoss.group(trials.get(i).measurement()), key -> new ArrayList<>())
          .add(i);
    }
    return groups.values().stream()
        .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
        .toList();
  }

  private static RealVector step(Fit.Result fit, int[] times) {
    int dimension = fit.point().length;
    RealMatrix normal = new Array2DRowRealMatrix(dimension, dimension);
    RealVector gradient = new ArrayRealVector(dimension);
    for (int row = 0; row < fit.jacobian().length; row++) {
      int weight = row < times.length ? times[row] : 1;
      double[] slopes = fit.jacobian()[row];
      for (int k = 0; k < dimension && weight > 0; k++) {
        // minus: Commons Math has the Jacobian of the model, but residuals of target - model
        gradient.addToEntry(k, -weight * slopes[k] * fit.residuals()[row]);
        for (int j = 0; j < dimension; j++) {
          normal.addToEntry(k, j, weight * slopes[k] * slopes[j]);
        }
      }
    }
    return new LUDecomposition(normal).getSolver().solve(gradient);
  }
}
