package io.github.tracecast.predict.extrapolate;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * A form of growth: a power of the ranks, or a constant part plus a part that is linear in a
 * quantity of the layout.
 *
 * @param of the quantity for the regression
 * @param logarithmic whether the regression uses the logarithm of the computation
 */
record ComputeForm(ToDoubleFunction<Layout> of, boolean logarithmic) {
  private static final double CONFIDENCE = 0.95;

  /** Mean computation of a rank before a call. */
  record Point(Layout layout, double mean) {}

  /** All forms for layouts with this number of dimensions; the power law comes first. */
  static List<ComputeForm> all(int dimensions) {
    return Stream.concat(
            Stream.of(new ComputeForm(layout -> Math.log(layout.ranks()), true)),
            LayoutNumber.all(dimensions).stream().map(one -> new ComputeForm(one::in, false)))
        .toList();
  }

  /**
   * The form's value at a layout; empty if the points do not determine the form or contradict it.
   */
  OptionalDouble value(List<Point> points, Layout at) {
    SimpleRegression line = line(points);
    if (!Double.isFinite(line.getSlope()) || !logarithmic && line.getIntercept() < 0) {
      return OptionalDouble.empty();
    }
    double value = line.predict(of.applyAsDouble(at));
    if (logarithmic) {
      return OptionalDouble.of(Math.exp(value));
    }
    return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private SimpleRegression line(List<Point> points) {
    SimpleRegression line = new SimpleRegression();
    points.forEach(point -> line.addData(
        of.applyAsDouble(point.layout()), logarithmic ? Math.log(point.mean()) : point.mean()));
    return line;
  }

  /**
   * Half of the 95% interval of the line at a layout, in the points' unit, to first order; 0 for
   * fewer than three points.
   */
  double halfWidth(List<Point> points, Layout at) {
    SimpleRegression line = line(points);
    long count = line.getN();
    if (count < 3) {
      return 0;
    }
    double x = of.applyAsDouble(at);
    double mean = points.stream()
        .mapToDouble(point -> of.applyAsDouble(point.layout()))
        .average()
        .orElseThrow();
    double away = (x - mean) * (x - mean) / line.getXSumSquares();
    double quantile =
        new TDistribution(null, count - 2).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double half = quantile * Math.sqrt(line.getMeanSquareError() * (1.0 / count + away));
    return logarithmic ? Math.exp(line.predict(x)) * half : half;
  }
}
