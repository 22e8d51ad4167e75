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
import org.jspecify.annotations.Nullable;

/**
 * The growth of the mean computation before a call with the layout. Each recording is one point:
 * its ranks share errors, such as those of a busy machine. The chosen form predicts each recording
 * best from the others. With two recordings, it is a power of the ranks. If a mean is 0, all values
 * stay as in the largest recording.
 */
final class ComputeFit {
  /**
   * A form fits as well as the chosen one if its root mean square error is at most this many times
   * as large. The error is that of predicting each recording from the others.
   */
  private static final double SAME_FIT = 2;

  /** A relative step for derivatives. */
  private static final double SMALL = 1e-4;

  private final TreeMap<Integer, Point> points = new TreeMap<>();
  private final Map<Integer, Integer> ranksOf = new HashMap<>();
  private double executions;

  /** Null until it is fitted. */
  private @Nullable Layout target;

  /** The form of the growth; null if the recordings do not determine one. */
  private @Nullable ComputeForm form;

  private List<ComputeForm> asGood = List.of();

  /** Another fit with a growth that replaces this fit's own; null for none. */
  private @Nullable ComputeFit followed;

  private double stated = 1;

  /** Adds the computation of a rank before the call, on one path or on several. */
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
    Map<ComputeForm, Double> errors = new LinkedHashMap<>();
    double best = Double.POSITIVE_INFINITY;
    for (ComputeForm one : forms) {
      double error = one.value(all(), wanted).isPresent() ? error(one) : Double.POSITIVE_INFINITY;
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
    double before = recorded(ranks);
    return before > 0 ? mean() / before : 1;
  }

  /**
   * Mean of the squared relative errors when each recording is predicted from the others.
   * Recordings that do not determine the form are no test: with one extent in common, no growth in
   * that extent can be found. At least two recordings must be tests.
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
      OptionalDouble told = one.value(others, point.getValue().layout());
      if (told.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      error += Math.pow(told.getAsDouble() / recorded(out) - 1, 2);
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

  /** Mean computation of a rank of the result, in the deltas' unit. */
  double mean() {
    if (followed != null) {
      return points.lastEntry().getValue().mean() * followed.growthSince(points.lastKey());
    }
    return form == null || target == null
        ? stated * points.lastEntry().getValue().mean()
        : form.value(all(), target).orElse(points.lastEntry().getValue().mean());
  }

  /**
   * The average difference of the chosen form from the recorded computation of a rank here; 0
   * without a form.
   */
  double residual(int ranks) {
    if (followed != null || form == null || !points.containsKey(ranks)) {
      return 0;
    }
    double recorded = recorded(ranks);
    return form.value(all(), points.get(ranks).layout()).orElse(recorded) - recorded;
  }

  /**
   * The derivative of {@link #mean} by the natural logarithm of a recording's computation at this
   * place.
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

  /** This mean, multiplied by the quotient of a quantity and the mean of the followed fit. */
  private double as(ComputeFit other, double quantity) {
    return other.mean() == 0 ? 0 : quantity / other.mean() * mean();
  }

  /**
   * The largest difference between {@link #mean} and the mean of another form that fits as well.
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

  /** Mean computation of a recording's rank here; 0 if the recording has no such place. */
  double recorded(int ranks) {
    return points.containsKey(ranks) ? points.get(ranks).mean() : 0;
  }

  /** The prediction of {@link #recorded} from the other recordings; empty if there is none. */
  OptionalDouble told(int ranks) {
    return form == null || points.size() < 3 || !points.containsKey(ranks)
        ? OptionalDouble.empty()
        : form.value(without(ranks), points.get(ranks).layout());
  }
}
