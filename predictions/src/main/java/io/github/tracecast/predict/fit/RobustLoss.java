package io.github.tracecast.predict.fit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The function that a fit minimises: soft-L1 of ln(predicted / measured). All sizes of one
 * algorithm in one run together have the weight of one measurement, so that no collective
 * dominates.
 *
 * <p>Soft-L1 is {@code 2 c^2 (sqrt(1 + (r / c)^2) - 1)}: quadratic near 0, and linear beyond c.
 * Therefore outliers have little influence on the fit.
 *
 * <p>If a file names algorithms, those of its measurements that name none have weight 0, because
 * they depend more on the library's choice than on the machine.
 */
final class RobustLoss {
  /**
   * The constant c: the usual spread between two implementations of one algorithm, and between two
   * jobs on one machine.
   */
  static final double SCALE = 0.15;

  private final double[] measured;
  private final double[] roots;

  RobustLoss(List<Trial> trials) {
    measured = trials.stream().mapToDouble(t -> t.measurement().seconds()).toArray();
    Map<String, Integer> sizes = new HashMap<>();
    trials.forEach(t -> sizes.merge(group(t.measurement()), 1, Integer::sum));
    roots = trials.stream()
        .mapToDouble(t -> weighs(t.measurement())
            ? Math.sqrt(1.0 / sizes.getOrDefault(group(t.measurement()), 1)) / SCALE
            : 0)
        .toArray();
  }

  private static boolean weighs(MeasuredTime measurement) {
    return measurement.algorithm().isEmpty() || !measurement.isLibrarysChoice();
  }

  /**
   * Returns the key of a measurement's group. All measurements of a group together have the weight
   * of one measurement.
   */
  static String group(MeasuredTime measurement) {
    return String.join(
        "\n",
        measurement.run(),
        measurement.collective(),
        measurement.algorithm(),
        measurement.nodes());
  }

  /** ln(predicted / measured). */
  double error(int trial, double seconds) {
    return Math.log(seconds / measured[trial]);
  }

  /** The square root of a trial's loss, with the error's sign. */
  double residual(int trial, double error) {
    double z = error / SCALE;
    return roots[trial] * Math.signum(error) * SCALE * Math.sqrt(2 * (Math.sqrt(1 + z * z) - 1));
  }

  /** The derivative of the residual with respect to the error. */
  double slope(int trial, double error) {
    double z = error / SCALE;
    if (Math.abs(z) < 1e-6) {
      return roots[trial];
    }
    double root = Math.sqrt(1 + z * z);
    return roots[trial] * Math.abs(z) / (root * Math.sqrt(2 * (root - 1)));
  }
}
