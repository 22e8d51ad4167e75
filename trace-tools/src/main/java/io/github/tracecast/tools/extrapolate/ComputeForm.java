package io.github.tracecast.tools.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * A form of growth of the computation: a power of the ranks, a constant plus a multiple of a
 * quantity of the layout, or a term for the rank's block of the problem plus a term for the faces
 * of the block.
 *
 * @param quantity the quantity over which the regression fits the computation
 * @param unit the unit of the layout in which the regression measures the computation
 * @param logarithmic whether the regression uses the logarithm of the computation
 */
record ComputeForm(
    ToDoubleFunction<Layout> quantity, ToDoubleFunction<Layout> unit, boolean logarithmic) {
  /** The mean computation of a rank before a call, with one layout. */
  record Point(Layout layout, double mean) {}

  /** All forms for layouts with this number of dimensions; the power law comes first. */
  static List<ComputeForm> all(int dimensions) {
    List<ComputeForm> forms = new ArrayList<>();
    forms.add(new ComputeForm(layout -> Math.log(layout.ranks()), layout -> 1, true));
    for (LayoutNumber number : LayoutNumber.all(dimensions)) {
      forms.add(new ComputeForm(number::in, layout -> 1, false));
    }
    // Shares of the problem: 1 / ranks for a block, extent / ranks for its face across a dimension.
    ToDoubleFunction<Layout> block = layout -> 1.0 / layout.ranks();
    if (dimensions > 1) {
      forms.add(new ComputeForm(
          layout -> layout.extents().stream().mapToInt(Integer::intValue).sum(), block, false));
      for (int dimension = 0; dimension < dimensions; dimension++) {
        int across = dimension;
        forms.add(new ComputeForm(layout -> layout.extents().get(across), block, false));
      }
    }
    return forms;
  }

  /**
   * Returns the form's value at a layout; empty if the points do not determine the form or
   * contradict it.
   */
  OptionalDouble value(List<Point> points, Layout at) {
    SimpleRegression line = line(points);
    if (!Double.isFinite(line.getSlope()) || !logarithmic && line.getIntercept() < 0) {
      return OptionalDouble.empty();
    }
    double value = line.predict(quantity.applyAsDouble(at));
    if (logarithmic) {
      return OptionalDouble.of(Math.exp(value));
    }
    return value > 0 ? OptionalDouble.of(value * unit.applyAsDouble(at)) : OptionalDouble.empty();
  }

  /** Whether the points have at least two values of the quantity. */
  boolean isDetermined(List<Point> points) {
    return points.stream()
            .mapToDouble(point -> quantity.applyAsDouble(point.layout()))
            .distinct()
            .count()
        > 1;
  }

  private SimpleRegression line(List<Point> points) {
    SimpleRegression line = new SimpleRegression();
    for (Point point : points) {
      double mean = point.mean() / unit.applyAsDouble(point.layout());
      line.addData(quantity.applyAsDouble(point.layout()), logarithmic ? Math.log(mean) : mean);
    }
    return line;
  }
}
