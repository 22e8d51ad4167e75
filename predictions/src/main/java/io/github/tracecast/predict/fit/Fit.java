package io.github.tracecast.predict.fit;

import java.util.List;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresOptimizer;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * Finds the point that agrees best with measurements and priors. It uses the Levenberg-Marquardt
 * method with predictions and their slopes. Deterministic.
 */
final class Fit {
  private static final int MOST_STEPS = 25;
  private static final double ENOUGH = 1e-4;

  private final FitProblem problem;
  private final RobustLoss loss;
  private final double[] spreads;
  private final EvaluationLog log;

  /**
   * @param spreads the standard deviation of the prior of each coordinate, as a logarithm
   * @param log evaluations of an interrupted fit; receives this fit's evaluations
   */
  Fit(FitProblem problem, double[] spreads, EvaluationLog log) {
    this.problem = problem;
    this.loss = new RobustLoss(problem.trials());
    this.spreads = spreads.clone();
    this.log = log;
  }

  /**
   * The point where a fit ended.
   *
   * @param point logarithms of factors
   * @param seconds predicted times at the point
   * @param jacobian slopes of residuals: a row for each trial, then a row for each prior
   * @param residuals weighted residuals, in the order of these rows
   */
  record Result(double[] point, double[] seconds, double[][] jacobian, double[] residuals) {}

  /** Fits from the start values. */
  Result run() {
    int rows = problem.trials().size() + problem.dimension();
    double[] start = new double[problem.dimension()];
    if (start.length == 0) {
      return new Result(start, problem.secondsAt(start), new double[0][], start);
    }
    LeastSquaresOptimizer.Optimum optimum = new LevenbergMarquardtOptimizer()
        .withCostRelativeTolerance(ENOUGH)
        .withParameterRelativeTolerance(ENOUGH)
        .optimize(new LeastSquaresBuilder()
            .start(start)
            .target(new double[rows])
            .model(this::residuals)
            .lazyEvaluation(false)
            .maxEvaluations(3 * MOST_STEPS)
            .maxIterations(MOST_STEPS)
            .checker((step, before, after) ->
                step > 1 && Math.abs(before.getCost() - after.getCost()) < ENOUGH * after.getCost())
            .build());
    double[] point = optimum.getPoint().toArray();
    return new Result(
        point,
        evaluate(point).seconds(),
        optimum.getJacobian().getData(),
        optimum.getResiduals().toArray());
  }

  private FitProblem.Predicted evaluate(double[] point) {
    return log.of(point, problem::at);
  }

  private Pair<RealVector, RealMatrix> residuals(RealVector at) {
    double[] point = at.toArray();
    FitProblem.Predicted predicted = evaluate(point);
    int trials = predicted.seconds().length;
    double[] residuals = new double[trials + point.length];
    double[][] slopes = new double[residuals.length][point.length];
    for (int i = 0; i < trials; i++) {
      double error = loss.error(i, predicted.seconds()[i]);
      residuals[i] = loss.residual(i, error);
      for (int k = 0; k < point.length; k++) {
        slopes[i][k] = loss.slope(i, error) * predicted.slopes()[i][k];
      }
    }
    for (int k = 0; k < point.length; k++) {
      residuals[trials + k] = point[k] / spreads[k];
      slopes[trials + k][k] = 1 / spreads[k];
    }
    return new Pair<>(
        new ArrayRealVector(residuals, false), new Array2DRowRealMatrix(slopes, false));
  }

  /** Mean |ln(predicted / measured)|. */
  static double meanError(List<Trial> trials, double[] seconds) {
    double sum = 0;
    for (int i = 0; i < seconds.length; i++) {
      sum += Math.abs(Math.log(seconds[i] / trials.get(i).measurement().seconds()));
    }
    return seconds.length == 0 ? 0 : sum / seconds.length;
  }
}
