package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Version;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * A sweep as JSON. Names and meanings are the same as in a prediction's JSON. {@code points} holds
 * one object per point, in order, with its value on each axis. A varied setting is null among the
 * members for all points. A point's {@code failure} is null if there is a prediction; otherwise its
 * figures are missing.
 */
public final class SweepJson {
  /** The settings that are members in an order of their own, before all others. */
  private static final Set<String> IN_ORDER = Set.of(
      "engine",
      "platform",
      "set",
      "mapping",
      "seed",
      "deltas",
      "compute-scale",
      "fast-forward",
      "confidence");

  private final SweepResult result;
  private final SweepPlan plan;
  private final JsonGenerator json;

  private final int most;

  private SweepJson(SweepResult result, JsonGenerator json, int most) {
    this.most = most;
    this.result = result;
    this.plan = result.plan();
    this.json = json;
  }

  /** Writes the members of the object. */
  public static void write(SweepResult result, JsonGenerator json) {
    write(result, json, Integer.MAX_VALUE);
  }

  /**
   * Writes the members of the object with a limited number of points.
   *
   * @param most the most points that are written, at even distances
   */
  public static void write(SweepResult result, JsonGenerator json, int most) {
    SweepJson writer = new SweepJson(result, json, most);
    writer.setup();
    writer.axes();
    writer.warnings();
    writer.points();
    writer.scaling();
  }

  private void setup() {
    PredictionRequest base = plan.base();
    json.writeStringProperty("trace", result.trace());
    unless(
        plan.varies(SweptTraces.RANKS),
        "ranks",
        name -> json.writeNumberProperty(name, result.ranks()));
    json.writeStringProperty("tracecast_version", Version.number());
    write("engine");
    json.writeStringProperty(
        "engine_version",
        plan.varies("engine")
            ? String.join(", ", result.engines())
            : EngineVersion.of(base.engine()));
    unless(
        plan.varies("engine"),
        "contention",
        name -> json.writeStringProperty(name, EngineChoice.contention(base.engine())));
    unless(
        plan.varies("platform"),
        "platform",
        name -> json.writeStringProperty(name, result.platforms().getFirst()));
    List.of("set", "mapping", "seed", "deltas").forEach(this::write);
    json.writeStringProperty("computation", result.computation());
    write("compute-scale");
    double recordedSpeed = base.computeScale().recordedSpeed();
    unless(
        plan.varies("compute-scale") || recordedSpeed == 0,
        "recorded_flops_per_second",
        name -> json.writeNumberProperty(name, recordedSpeed));
    List.of("fast-forward", "confidence").forEach(this::write);
    Settings.all().stream()
        .map(Setting::key)
        .filter(key -> !IN_ORDER.contains(key))
        .forEach(this::write);
  }

  /** Writes a setting of all points, or null if it is varied. */
  private void write(String key) {
    Setting<?> setting = Settings.of(key);
    if (plan.varies(key) && setting.json() != null) {
      json.writeNullProperty(setting.json());
    } else {
      setting.write(plan.base(), json);
    }
  }

  private void unless(boolean isNull, String name, Consumer<String> property) {
    if (isNull) {
      json.writeNullProperty(name);
    } else {
      property.accept(name);
    }
  }

  private void axes() {
    json.writeBooleanProperty("zipped", plan.zipped());
    JsonOutput.objects(json, "axes", plan.axes(), axis -> {
      json.writeStringProperty("key", axis.key());
      JsonOutput.texts(json, "values", axis.values());
      if (axis.dimension().isPresent()) {
        json.writeStringProperty("unit", axis.dimension().get().baseUnit());
        json.writeArrayPropertyStart("numbers");
        for (int value = 0; value < axis.values().size(); value++) {
          json.writeNumber(axis.number(value));
        }
        json.writeEndArray();
      }
    });
  }

  private void warnings() {
    JsonOutput.objects(json, "warnings", result.warnings(), warning -> {
      json.writeStringProperty("text", Arguments.asOptions(warning.text()));
      json.writeNumberProperty("points", warning.points());
    });
    json.writeNumberProperty("failed_points", result.failed());
  }

  private void points() {
    List<Integer> points =
        Arrays.stream(Numbers.evenly(plan.size(), most)).boxed().toList();
    JsonOutput.objects(json, "points", points, point -> {
      json.writeNumberProperty("point", point);
      for (int a = 0; a < plan.axes().size(); a++) {
        Axis axis = plan.axes().get(a);
        json.writeStringProperty(axis.key(), plan.textAt(a, point));
        if (axis.dimension().isPresent()) {
          json.writeNumberProperty(axis.numberName(), axis.number(plan.valueAt(a, point)));
        }
      }
      switch (result.outcomes().get(point)) {
        case Outcome.Predicted predicted -> {
          figures(predicted);
          if (result.hasCosts()) {
            JsonOutput.optional(json, "cost", result.cost(point));
          }
        }
        case Outcome.Failed(String reason) ->
          json.writeStringProperty("failure", Arguments.asOptions(reason));
      }
    });
  }

  /** For varied ranks: speed-up and efficiency by line, and the number of ranks at the bend. */
  private void scaling() {
    List<RankScaling> all = RankScaling.of(result);
    if (all.isEmpty()) {
      return;
    }
    JsonOutput.objects(json, "scaling", all, scaling -> {
      json.writeStringProperty("line", scaling.line());
      json.writeStringProperty("kind", scaling.kind().text());
      unless(
          scaling.bend().isEmpty(),
          "bend_ranks",
          name -> json.writeNumberProperty(
              name, scaling.steps().get(scaling.bend().getAsInt()).ranks()));
      JsonOutput.objects(json, "steps", scaling.steps(), step -> {
        json.writeNumberProperty("ranks", step.ranks());
        json.writeNumberProperty("predicted_seconds", step.seconds());
        step.fits().ifPresent(range -> range.write(json));
        json.writeNumberProperty("speed_up", step.speedUp());
        JsonOutput.optional(json, "efficiency", step.efficiency());
        step.efficiencies().ifPresent(found -> found.write(json));
        JsonOutput.optional(json, "computation_scaling", step.computationScaling());
        JsonOutput.optional(json, "global_efficiency", step.globalEfficiency());
        step.reason().ifPresent(reason -> json.writeStringProperty("efficiency_reason", reason));
      });
    });
  }

  private void figures(Outcome.Predicted found) {
    json.writeNullProperty("failure");
    Column.write(Outcome.Predicted.TIMES, found, json);
    found.fits().ifPresent(range -> range.write(json));
    Column.write(Outcome.Predicted.AMOUNTS, found, json);
    for (ShareSensitivity.Column column : ShareSensitivity.columns(found.sensitivity())) {
      JsonOutput.optional(
          json,
          column.name(),
          Double.isInfinite(column.value())
              ? OptionalDouble.empty()
              : OptionalDouble.of(column.value()));
    }
  }
}
