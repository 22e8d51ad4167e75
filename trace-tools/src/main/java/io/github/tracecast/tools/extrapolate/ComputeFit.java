package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.tools.extrapolate.ComputeForm.Point;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.times.Distribution;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Fits how the mean computation before a call grows with the layout. Each recording is one point,
 * because its ranks share errors, such as the effect of a busy machine. The chosen form is the form
 * that best predicts each recording from the other recordings. With two recordings, the form is a
 * power of the ranks. If a mean is 0, all values stay as in the largest recording.
 */
final class ComputeFit {
  /**
   * A form counts as good as the chosen form if its root mean square error is at most this many
   * times as large. The error is measured by predicting each recording from the other recordings.
   */
  private static final double SAME_FIT = 2;

  /** The relative change of a recording's computation for the numerical derivative. */
  private static final double SMALL = 1e-4;

  private final TreeMap<Integer, Point> points = new TreeMap<>();
  private final Map<Integer, Integer> ranksOf = new HashMap<>();
  private double executions;

  /** The layout of the result; null before the fit. */
  private @Nullable Layout target;

  /** The form of the growth; null if the recordings determine no form. */
  private @Nullable ComputeForm form;

  private List<ComputeForm> asGood = List.of();

  /** Another fit whose growth replaces the growth of this fit; null if there is none. */
  private @Nullable ComputeFit followed;

  /**
   * For a recording's number of ranks, the growth since this recording, as the user stated it; null
   * if no growth is stated.
   */
  private @Nullable IntToDoubleFunction stated;

  /** Adds the computation of a rank before the call. Each delta applies after a different previous call. */
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
    int ranks = ranksOf.merge(layout.ranks(), 1, Integer::sum);
    double before = recorded(layout.ranks());
    points.put(layout.ranks(), new Point(layout, before + (sum / count - before) / ranks));
    executions += layout.ranks() == points.lastKey() ? count : 0;
  }

  /** Chooses the form of growth for the layout of the result. */
  void fit(Layout layout) {
    target = layout;
    if (points.size() < 2 || !all().stream().allMatch(point -> point.mean() > 0)) {
      return;
    }
    List<ComputeForm> forms = ComputeForm.all(layout.dimensions());
    form = forms.getFirst();
    if (points.size() < 3) {
      return;
    }
    Map<ComputeForm, Double> errors = new LinkedHashMap<>();
    double best = Double.POSITIVE_INFINITY;
    for (ComputeForm one : forms) {
      double error = one.value(all(), layout).isPresent() ? error(one) : Double.POSITIVE_INFINITY;
      errors.put(one, error);
      if (error < best) {
        best = error;
        form = one;
      }
    }
    double limit = SAME_FIT * SAME_FIT * best;
    asGood = Double.isInfinite(best)
        ? List.of()
        : forms.stream()
            .filter(one -> errors.getOrDefault(one, Double.POSITIVE_INFINITY) <= limit)
            .toList();
  }

  /**
   * Sets the result to the average of the recordings, each multiplied by its own growth.
   *
   * @param growth the growth since a recording, by its number of ranks
   */
  void state(IntToDoubleFunction growth) {
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

  /** Returns the factor from a recording's mean to the result's mean; 1 if unknown. */
  double growthSince(int ranks) {
    double before = recorded(ranks);
    return before > 0 ? mean() / before : 1;
  }

  /**
   * Returns the mean of the squared relative errors when each recording is predicted from the other
   * recordings. A recording does not count if the other recordings do not determine the form: if
   * they share an extent, growth in that extent cannot be found. At least two recordings must
   * count.
   */
  private double error(ComputeForm one) {
    double error = 0;
    int tests = 0;
    for (Map.Entry<Integer, Point> point : points.entrySet()) {
      int out = point.getKey();
      List<Point> others = without(out);
      if (!one.isDetermined(others)) {
        continue;
      }
      OptionalDouble prediction = one.value(others, point.getValue().layout());
      if (prediction.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      error += Math.pow(prediction.getAsDouble() / recorded(out) - 1, 2);
      tests++;
    }
    return tests < 2 ? Double.POSITIVE_INFINITY : error / tests;
  }

  private List<Point> all() {
    return List.copyOf(points.values());
  }

  private List<Point> without(int ranks) {
    return points.entrySet().stream()
        .filter(entry -> entry.getKey() != ranks)
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns the mean computation of a rank of the result, in the deltas' unit. */
  double mean() {
    if (followed != null) {
      return points.lastEntry().getValue().mean() * followed.growthSince(points.lastKey());
    }
    IntToDoubleFunction growth = stated;
    if (growth != null) {
      return points.values().stream()
          .mapToDouble(point -> growth.applyAsDouble(point.layout().ranks()) * point.mean())
          .average()
          .orElseThrow();
    }
    return form == null || target == null
        ? points.lastEntry().getValue().mean()
        : form.value(all(), target).orElse(points.lastEntry().getValue().mean());
  }

  /**
   * Returns the average difference between the chosen form and the recorded computation of a rank
   * before the call; 0 without a form.
   */
  double residual(int ranks) {
    if (followed != null || form == null || !points.containsKey(ranks)) {
      return 0;
    }
    double recorded = recorded(ranks);
    return form.value(all(), points.get(ranks).layout()).orElse(recorded) - recorded;
  }

  /**
   * Returns the derivative of {@link #mean} with respect to the natural logarithm of a recording's
   * computation before the call.
   */
  double sensitivity(int ranks) {
    if (followed != null) {
      return as(followed, followed.sensitivity(ranks));
    }
    if (form == null || target == null || !points.containsKey(ranks)) {
      return 0;
    }
    List<Point> more = points.values().stream()
        .map(point -> point.layout().ranks() == ranks
            ? new Point(point.layout(), point.mean() * (1 + SMALL))
            : point)
        .toList();
    return (form.value(more, target).orElse(mean()) - mean()) / SMALL;
  }

  /**
   * Scales a quantity of another fit by the ratio of this fit's mean to the mean of the other fit.
   */
  private double as(ComputeFit other, double quantity) {
    return other.mean() == 0 ? 0 : quantity / other.mean() * mean();
  }

  /**
   * Returns the largest difference between {@link #mean} and the mean of another form that fits
   * about as well.
   */
  double spread() {
    if (followed != null) {
      return as(followed, followed.spread());
    }
    Layout wanted = target;
    if (wanted == null) {
      return 0;
    }
    List<Point> points = all();
    return asGood.stream()
        .mapToDouble(one -> Math.abs(one.value(points, wanted).orElseThrow() - mean()))
        .max()
        .orElse(0);
  }

  /** The average number of executions by a rank of the largest recording. */
  double executions() {
    return executions / Objects.requireNonNull(ranksOf.get(points.lastKey()));
  }

  /**
   * Returns the mean computation of a recording's rank before the call; 0 if the recording lacks
   * it.
   */
  double recorded(int ranks) {
    return points.containsKey(ranks) ? points.get(ranks).mean() : 0;
  }

  /** Predicts {@link #recorded} from the other recordings; empty if they do not determine it. */
  OptionalDouble predicted(int ranks) {
    return form == null || points.size() < 3 || !points.containsKey(ranks)
        ? OptionalDouble.empty()
        : form.value(without(ranks), points.get(ranks).layout());
  }
}
