package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.sensitivity.ShareKeys;
import io.github.tracecast.predict.usage.RunUsage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds the axes of a sweep without effect, that is, axes with the same result at all values. */
record IdleAxes(SweepPlan plan, List<Outcome> outcomes) {
  /** Whether all points that differ only on this axis have equal predictions. */
  boolean isIdle(int axis) {
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

  /**
   * Returns a text that no varied setting has an effect, with settings that have an effect; empty
   * if a varied setting changes a result.
   *
   * @param usages the usage of the run at each point
   */
  Optional<String> text(SweptTraces traces, List<Optional<RunUsage>> usages) {
    List<Axis> varied =
        plan.axes().stream().filter(axis -> axis.values().size() > 1).toList();
    if (varied.isEmpty()
        || !outcomes.stream().allMatch(Outcome.Predicted.class::isInstance)
        || plan.varies(Platform.PRICE)
        || !varied.stream().allMatch(axis -> isIdle(plan.axes().indexOf(axis)))
        || usages.stream().map(usage -> usage.map(RunUsage::cost)).distinct().count() > 1) {
      return Optional.empty();
    }
    List<String> keys = varied.stream().map(Axis::key).toList();
    List<String> effective = ShareKeys.effective(traces.at(plan, 0), plan.request(0)).stream()
        .filter(key -> !keys.contains(key)) // another value of the axis may have an effect
        .toList();
    return Optional.of("All points are equal, because "
        + (keys.size() == 1 ? keys.getFirst() + " has" : String.join(" and ", keys) + " have")
        + " no effect on this trace"
        + (effective.isEmpty()
            ? ""
            : "; the time depends on " + String.join(", ", effective)
                + (effective.size() > 1 ? ", most on the first" : ""))
        + ".");
  }
}
