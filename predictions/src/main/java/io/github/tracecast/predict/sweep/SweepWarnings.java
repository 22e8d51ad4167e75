package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.Platform;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/** Finds warnings about all points of a sweep. */
final class SweepWarnings {
  private final SweepPlan plan;
  private final List<Outcome> outcomes;
  private final List<SweepResult.Warning> warnings = new ArrayList<>();

  private SweepWarnings(SweepPlan plan, List<Outcome> outcomes) {
    this.plan = plan;
    this.outcomes = outcomes;
  }

  /**
   * Returns all warnings: first the trace's, then parameters without effect, then the points' own.
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
    return findings.warnings;
  }

  private void add(String text, int points) {
    warnings.add(new SweepResult.Warning(text, points));
  }

  private void effectOf(int axis, IntFunction<Platform> machine) {
    Axis varied = plan.axes().get(axis);
    if (varied.values().size() < 2 || varied.key().equals(Platform.PRICE)) {
      return; // a price changes only the cost
    }
    if (isIdle(axis)) {
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

  /** The first point that has a value on an axis. */
  private int pointOf(int axis, int value) {
    return plan.zipped() ? value : value * plan.stride(axis);
  }

  /** Whether all points that differ only on this axis have equal predictions. */
  private boolean isIdle(int axis) {
    boolean compared = false;
    for (int point = 0; point < plan.size(); point++) {
      int other = point - (plan.zipped() ? 1 : plan.stride(axis));
      if (plan.valueAt(axis, point) == 0) {
        continue;
      }
      if (outcomes.get(point) instanceof Outcome.Predicted here
          && outcomes.get(other) instanceof Outcome.Predicted before) {
        compared = true;
        if (!sameTimes(here, before) || !here.energy().equals(before.energy())) {
          return false;
        }
      }
    }
    return compared;
  }

  private static boolean sameTimes(Outcome.Predicted a, Outcome.Predicted b) {
    return a.predictedSeconds() == b.predictedSeconds()
        && a.meanRankSeconds() == b.meanRankSeconds()
        && Objects.equals(a.compute(), b.compute())
        && Objects.equals(a.communication(), b.communication())
        && Objects.equals(a.waiting(), b.waiting());
  }
}
