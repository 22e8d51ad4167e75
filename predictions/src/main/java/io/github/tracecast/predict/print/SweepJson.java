package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Version;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.predict.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * A sweep as JSON. Names and meanings are the same as in a prediction's JSON. {@code points} holds
 * one object per point, in order, with its value on each axis. A varied setting is null among the
 * members for all points. A point's {@code failure} is null if there is a prediction; otherwise its
 * figures are missing.
 */
public final class SweepJson {
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
    if (plan.varies(SweptTraces.RANKS)) {
      json.writeNullProperty("ranks");
    } else {
      json.writeNumberProperty("ranks", result.ranks());
    }
    json.writeStringProperty("tracecast_version", Version.number());
    text("engine", base.engine());
    json.writeStringProperty(
        "engine_version",
        plan.varies("engine")
            ? String.join(", ", result.engines())
            : EngineVersion.of(base.engine()));
    if (plan.varies("engine")) {
      json.writeNullProperty("contention");
    } else {
      text("contention", EngineChoice.contention(base.engine()));
    }
    text("platform", result.platforms().getFirst());
    json.writeObjectPropertyStart("platform_figures_set");
    new TreeMap<>(base.figures()).forEach(json::writeStringProperty);
    json.writeEndObject();
    text("mapping", base.mapping());
    if (plan.varies("seed")) {
      json.writeNullProperty("seed");
    } else {
      json.writeNumberProperty("seed", base.seed());
    }
    text("deltas", base.deltas().name().toLowerCase(Locale.ROOT));
    json.writeStringProperty("computation", result.computation());
    double recordedSpeed = base.computeScale().recordedSpeed();
    if (plan.varies("compute-scale") || recordedSpeed > 0) {
      json.writeNullProperty("compute_scale");
    } else {
      json.writeNumberProperty("compute_scale", base.computeScale().factor());
    }
    if (plan.varies("compute-scale") || recordedSpeed == 0) {
      json.writeNullProperty("recorded_flops_per_second");
    } else {
      json.writeNumberProperty("recorded_flops_per_second", recordedSpeed);
    }
    json.writeStringProperty("fast_forward", base.fastForward().enabled() ? "auto" : "off");
    json.writeNumberProperty("confidence", base.fastForward().confidence());
  }

  /** Writes a setting of all points, or null if it is varied. */
  private void text(String option, String value) {
    if (plan.varies(option)) {
      json.writeNullProperty(option);
    } else {
      json.writeStringProperty(option, value);
    }
  }

  private void axes() {
    json.writeBooleanProperty("zipped", plan.zipped());
    json.writeArrayPropertyStart("axes");
    for (Axis axis : plan.axes()) {
      json.writeStartObject();
      json.writeStringProperty("key", axis.key());
      json.writeArrayPropertyStart("values");
      axis.values().forEach(json::writeString);
      json.writeEndArray();
      if (axis.dimension().isPresent()) {
        json.writeStringProperty("unit", axis.dimension().get().baseUnit());
        json.writeArrayPropertyStart("numbers");
        for (int value = 0; value < axis.values().size(); value++) {
          json.writeNumber(axis.number(value));
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void warnings() {
    json.writeArrayPropertyStart("warnings");
    for (SweepResult.Warning warning : result.warnings()) {
      json.writeStartObject();
      json.writeStringProperty("text", warning.text());
      json.writeNumberProperty("points", warning.points());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("failed_points", result.failed());
  }

  private void points() {
    json.writeArrayPropertyStart("points");
    for (int point : Numbers.evenly(plan.size(), most)) {
      json.writeStartObject();
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
        case Outcome.Failed(String reason) -> json.writeStringProperty("failure", reason);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** For varied ranks: speed-up and efficiency by line, and the number of ranks at the bend. */
  private void scaling() {
    List<RankScaling> all = RankScaling.of(result);
    if (all.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("scaling");
    for (RankScaling scaling : all) {
      json.writeStartObject();
      json.writeStringProperty("line", scaling.line());
      json.writeStringProperty("kind", scaling.kind().text());
      if (scaling.bend().isPresent()) {
        json.writeNumberProperty(
            "bend_ranks", scaling.steps().get(scaling.bend().getAsInt()).ranks());
      } else {
        json.writeNullProperty("bend_ranks");
      }
      json.writeArrayPropertyStart("steps");
      for (RankScaling.Step step : scaling.steps()) {
        json.writeStartObject();
        json.writeNumberProperty("ranks", step.ranks());
        json.writeNumberProperty("predicted_seconds", step.seconds());
        step.fits().ifPresent(range -> range.write(json));
        json.writeNumberProperty("speed_up", step.speedUp());
        JsonOutput.optional(json, "efficiency", step.efficiency());
        step.reason().ifPresent(reason -> json.writeStringProperty("efficiency_reason", reason));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void figures(Outcome.Predicted found) {
    json.writeNullProperty("failure");
    json.writeNumberProperty("predicted_seconds", found.predictedSeconds());
    json.writeNumberProperty("mean_rank_seconds", found.meanRankSeconds());
    found.compute().write("compute_seconds", json);
    found.communication().write("communication_seconds", json);
    found.waiting().write("waiting_seconds", json);
    json.writeNumberProperty("deviation_seconds", found.deviationSeconds());
    json.writeNumberProperty("interval_half_width_seconds", found.intervalHalfWidthSeconds());
    found.fits().ifPresent(range -> range.write(json));
    json.writeNumberProperty("mpi_calls", found.mpiCalls());
    json.writeNumberProperty("messages", found.messages());
    json.writeNumberProperty("bytes", found.bytes());
    json.writeNumberProperty("nodes", found.nodes());
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
