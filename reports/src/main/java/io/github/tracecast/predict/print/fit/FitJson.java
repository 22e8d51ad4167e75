package io.github.tracecast.predict.print.fit;

import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.predict.text.JsonOutput;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** A fit as JSON. */
public final class FitJson {
  private FitJson() {}

  /** Writes the members of the result's JSON object. Errors are |ln(predicted/measured)|. */
  public static void write(FitResult result, JsonGenerator json) {
    json.writeNumberProperty("mean_error", result.meanError());
    json.writeNumberProperty("mean_start_error", result.meanStartError());
    JsonOutput.objects(json, "figures", result.values(), value -> {
      json.writeStringProperty("name", value.name());
      json.writeStringProperty("start", value.start());
      json.writeStringProperty("fitted", value.fitted());
      json.writeStringProperty("low", value.low());
      json.writeStringProperty("high", value.high());
      json.writeBooleanProperty("determined", value.determined());
    });
    JsonOutput.objects(json, "measurements", result.rows(), row -> {
      measurement(row.measurement(), json);
      json.writeNumberProperty("start_seconds", row.startSeconds());
      json.writeNumberProperty("predicted_seconds", row.seconds());
    });
    JsonOutput.objects(json, "not_predicted", result.unpredicted().entrySet(), entry -> {
      measurement(entry.getKey(), json);
      json.writeStringProperty("reason", entry.getValue());
    });
    numbers("latency_factor_of_jobs", result.jobs(), json);
    numbers("error_without_nodes", result.crossValidated(), json);
  }

  private static void measurement(MeasuredTime measured, JsonGenerator json) {
    json.writeStringProperty("machine", measured.machine());
    json.writeStringProperty("run", measured.run());
    json.writeStringProperty("nodes", measured.nodes());
    json.writeNumberProperty("ranks_per_node", measured.ranksPerNode());
    json.writeStringProperty("collective", measured.collective());
    json.writeStringProperty("algorithm", measured.algorithm());
    json.writeNumberProperty("bytes", measured.bytes());
    json.writeNumberProperty("measured_seconds", measured.seconds());
  }

  private static void numbers(String name, Map<String, Double> values, JsonGenerator json) {
    json.writeObjectPropertyStart(name);
    values.forEach(json::writeNumberProperty);
    json.writeEndObject();
  }
}
