package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.model.WarningOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Finds warnings about all points of a sweep. */
final class SweepWarnings {
  private final SweepPlan plan;
  private final IdleAxes idle;
  private final List<SweepResult.Warning> warnings = new ArrayList<>();

  private SweepWarnings(SweepPlan plan, List<Outcome> outcomes) {
    this.plan = plan;
    this.idle = new IdleAxes(plan, outcomes);
  }

  /**
   * Returns all warnings: first the warnings that may change a decision, then those of the trace,
   * then those about parameters without effect, then those of single points.
   *
   * @param ofTrace warnings of the options and traces, each with the number of points that it
   *     concerns
   * @param machine returns the machine of a point; machines that behave the same are equal
   */
  static List<SweepResult.Warning> of(
      SweepPlan plan,
      Map<String, Integer> ofTrace,
      IntFunction<Platform> machine,
      List<Outcome> outcomes) {
    SweepWarnings findings = new SweepWarnings(plan, outcomes);
    ofTrace.forEach(findings::add);
    for (int axis = 0; axis < plan.axes().size(); axis++) {
      findings.effectOf(axis, machine);
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      if (outcome instanceof Outcome.Predicted predicted) {
        predicted.warnings().forEach(text -> counts.merge(text, 1, Integer::sum));
      }
    }
    counts.forEach(findings::add);
    findings.warnings.sort(Comparator.comparingInt(warning -> WarningOrder.place(warning.text())));
    return findings.warnings;
  }

  private void add(String text, int points) {
    warnings.add(new SweepResult.Warning(text, points));
  }

  private void effectOf(int axis, IntFunction<Platform> machine) {
    Axis varied = plan.axes().get(axis);
    if (varied.values().size() < 2 || varied.key().equals(Platform.PRICE)) {
      return; // a price does not change predictions, only the cost
    }
    if (idle.isIdle(axis)) {
      add(
          plan.zipped()
              ? varied.key() + " and the axes varied with it have no effect on any prediction"
              : varied.key()
                  + " has no effect on any prediction: all its values give the same result",
          plan.size());
    }
    if (!SweepPlan.isFigure(varied.key())) {
      return;
    }
    Map<Platform, String> seen = new HashMap<>();
    for (int value = 0; value < varied.values().size(); value++) {
      String text = varied.values().get(value);
      String same = seen.putIfAbsent(machine.apply(pointOf(axis, value)), text);
      if (same != null) {
        add(
            varied.key() + ": " + same + " and " + text + " describe the same machine",
            plan.zipped() ? 2 : 2 * plan.size() / varied.values().size());
      }
    }
  }

  /** The first point that has the given value on an axis. */
  private int pointOf(int axis, int value) {
    return plan.zipped() ? value : value * plan.stride(axis);
  }
}
