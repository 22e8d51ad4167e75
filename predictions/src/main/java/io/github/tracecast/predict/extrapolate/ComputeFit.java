package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.predict.extrapolate.ComputeForm.Point;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The growth of the mean computation before a call with the layout. Each rank of each recording is
 * a point. The chosen form predicts each recording best from the others. With two recordings, it is
 * a power of the ranks. If a mean is 0, all values stay as in the largest recording.
 */
final class ComputeFit {
  private final TreeMap<Integer, List<Point>> points = new TreeMap<>();
  private double executions;
  private Layout target;
  private ComputeForm form;
  private ComputeFit followed;
  private double stated = 1;

  /** Adds what a rank computed before the call, on one path or on several. */
  void add(Layout layout, List<Delta> deltas) {
    double sum = 0;
    double count = 0;
    for (Delta delta : deltas) {
      for (Distribution distribution : delta.byExecution()) {
        sum += distribution.sum() / delta.ranks().size();
        count += (double) distribution.count() / delta.ranks().size();
      }
    }
    if (points.isEmpty() || layout.ranks() > points.lastKey()) {
      executions = 0;
    }
    points
        .computeIfAbsent(layout.ranks(), key -> new ArrayList<>())
        .add(new Point(layout, sum / count));
    executions += layout.ranks() == points.lastKey() ? count : 0;
  }

  /** Chooses the form for a layout. */
  void fit(Layout wanted) {
    target = wanted;
    if (points.size() < 2 || !all().stream().allMatch(point -> point.mean() > 0)) {
      return;
    }
    List<ComputeForm> forms = ComputeForm.all(wanted.dimensions());
    form = forms.getFirst();
    if (points.size() < 3) {
      return;
    }
    double best = Double.POSITIVE_INFINITY;
    for (ComputeForm one : forms) {
      double error = one.value(all(), wanted).isPresent() ? error(one) : Double.POSITIVE_INFINITY;
      if (error < best) {
        best = error;
        form = one;
      }
    }
  }

  /** Takes the growth since the only recording from the user. */
  void state(double growth) {
    stated = growth;
  }

  /** The number of recordings that have the computation. */
  int recordings() {
    return points.size();
  }

  /** Takes the growth since the largest recording from another fit. */
  void follow(ComputeFit other) {
    followed = other;
  }

  /** Growth since a recording; 1 if unknown. */
  double growthSince(int ranks) {
    double before = points.containsKey(ranks) ? mean(points.get(ranks)) : 0;
    return before > 0 ? mean() / before : 1;
  }

  /**
   * Mean of the squared relative errors when each recording is predicted from the others. Others
   * that do not determine the form are no test: with one extent in common, they cannot tell a form
   * in that extent. At least two recordings must be tests.
   */
  private double error(ComputeForm one) {
    double error = 0;
    int tests = 0;
    for (int out : points.keySet()) {
      List<Point> others = without(out);
      if (!one.isDetermined(others)) {
        continue;
      }
      OptionalDouble told = one.value(others, points.get(out).getFirst().layout());
      if (told.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      error += Math.pow(told.getAsDouble() / mean(points.get(out)) - 1, 2);
      tests++;
    }
    return tests < 2 ? Double.POSITIVE_INFINITY : error / tests;
  }

  private List<Point> all() {
    return points.values().stream().flatMap(List::stream).toList();
  }

  private List<Point> without(int ranks) {
    return points.entrySet().stream()
        .filter(entry -> entry.getKey() != ranks)
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }

  private static double mean(List<Point> points) {
    return points.stream().mapToDouble(Point::mean).average().orElseThrow();
  }

  /** Mean computation of a rank of the result, in the deltas' unit. */
  double mean() {
    if (followed != null) {
      return mean(points.lastEntry().getValue()) * followed.growthSince(points.lastKey());
    }
    return form == null
        ? stated * mean(points.lastEntry().getValue())
        : form.value(all(), target).orElse(mean(points.lastEntry().getValue()));
  }

  /** Half of the 95% interval of {@link #mean}. */
  double halfWidth() {
    if (followed != null) {
      return followed.mean() == 0 ? 0 : followed.halfWidth() / followed.mean() * mean();
    }
    return form == null || points.size() < 3 ? 0 : form.halfWidth(all(), target);
  }

  /** How often a rank of the largest recording computes this, on average. */
  double executions() {
    return executions / points.lastEntry().getValue().size();
  }

  /**
   * Total computation of a recording's rank here, on average; 0 if the recording has no such place.
   */
  double recorded(int ranks) {
    return points.containsKey(ranks) ? executions() * mean(points.get(ranks)) : 0;
  }

  /** The prediction of {@link #recorded} from the other recordings; empty if there is none. */
  OptionalDouble told(int ranks) {
    if (form == null || points.size() < 3 || !points.containsKey(ranks)) {
      return OptionalDouble.empty();
    }
    OptionalDouble told =
        form.value(without(ranks), points.get(ranks).getFirst().layout());
    return told.isEmpty() ? told : OptionalDouble.of(told.getAsDouble() * executions());
  }
}
