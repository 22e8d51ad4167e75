package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.model.FitRange;
import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.usage.Production;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * A sweep as JSON. Names and meanings are the same as in a prediction's JSON. {@code points} holds
 * one object per point, in order, with its value on each axis. A varied setting is null among the
 * members for all points. A point's {@code failure} is null if the point was predicted; otherwise
 * the results are missing.
 */
public final class SweepJson {
  /** The settings whose members come first, in the order in which this class writes them. */
  private static final Set<String> IN_ORDER = Set.of(
      "engine", "platform", "set", "mapping", "seed", "deltas", "compute-scale", "fast-forward");

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

  /** Writes the members of the result's JSON object. */
  public static void write(SweepResult result, JsonGenerator json) {
    write(result, json, Integer.MAX_VALUE);
  }

  /**
   * Writes the members of the result's JSON object with a limited number of points.
   *
   * @param most the most points that are written, at even distances among all points
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
    unless(
        plan.scaling().isEmpty(),
        "stated_scaling",
        name -> json.writeStringProperty(name, plan.scaling().orElseThrow().text()));
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
    write("fast-forward");
    if (plan.varies("fast-forward")) {
      List.of("confidence", "precision").forEach(json::writeNullProperty);
    }
    Settings.all().stream()
        .map(Setting::key)
        .filter(key -> !IN_ORDER.contains(key))
        .forEach(this::write);
    if (!plan.jobs().isEmpty()) {
      JsonOutput.texts(json, "job", plan.jobs().texts());
    }
    Production production = result.production();
    if (production.isForSweepsOnly()) {
      json.writeNumberProperty("runs", production.runs());
      unless(
          production.deadlineSeconds().isEmpty(),
          "deadline_seconds",
          name -> json.writeNumberProperty(name, production.deadlineSeconds().getAsDouble()));
      json.writeStringProperty("against", result.against().noun());
    }
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
        JsonOutput.numbers(
            json,
            "numbers",
            IntStream.range(0, axis.values().size()).mapToDouble(axis::number).toArray());
      }
    });
  }

  private void warnings() {
    JsonOutput.texts(
        json, "hints", Arguments.asOptions(result.oneNode().stream().toList()));
    JsonOutput.objects(json, "warnings", result.warnings(), warning -> {
      json.writeStringProperty("text", Arguments.asOptions(warning.text()));
      json.writeNumberProperty("points", warning.points());
    });
    json.writeNumberProperty("failed_points", result.failed());
  }

  private void points() {
    List<Integer> points =
        Arrays.stream(Numbers.evenly(plan.size(), most)).boxed().toList();
    PointColumns columns = new PointColumns(result);
    List<Column<Integer>> place = columns.place();
    List<Column<Integer>> times = columns.times();
    List<Column<Integer>> amounts = columns.amounts();
    List<Column<Integer>> sensitivity = columns.sensitivity();
    List<Column<Integer>> usage =
        Column.joined(columns.energy(), columns.cost(), columns.wholeRun(), columns.choice());
    JsonOutput.objects(json, "points", points, point -> {
      JsonOutput.members(json, place, point);
      switch (result.outcomes().get(point)) {
        case Outcome.Predicted found -> {
          json.writeNullProperty("failure");
          JsonOutput.members(json, times, point);
          found.fits().ifPresent(range -> JsonOutput.members(json, FitRange.COLUMNS, range));
          JsonOutput.members(json, amounts, point);
          if (!found.jobs().isEmpty()) {
            JsonOutput.table(json, "jobs", JobTimes.COLUMNS, found.jobs());
          }
          if (!found.sensitivity().isEmpty()) {
            JsonOutput.members(json, sensitivity, point);
          }
          JsonOutput.members(json, usage, point);
        }
        case Outcome.Failed(String reason) ->
          json.writeStringProperty("failure", Arguments.asOptions(reason));
      }
    });
  }

  /** If ranks are varied, writes each curve's speed-up, efficiency, and ranks at its bend. */
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
        JsonOutput.members(json, RankScaling.Step.TIME, step);
        step.fits().ifPresent(range -> JsonOutput.members(json, FitRange.COLUMNS, range));
        JsonOutput.members(json, RankScaling.Step.SPEED_UP, step);
        step.efficiencies().ifPresent(found -> {
          JsonOutput.members(json, Efficiencies.SHARES, found);
          JsonOutput.members(json, Efficiencies.TIMES, found);
        });
        JsonOutput.members(json, RankScaling.Step.SCALING, step);
        step.reason().ifPresent(reason -> json.writeStringProperty("efficiency_reason", reason));
      });
    });
  }
}
