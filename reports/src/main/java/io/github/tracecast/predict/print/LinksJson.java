package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.LinkUse;
import tools.jackson.core.JsonGenerator;

/**
 * The use of links as JSON. {@code links} holds the links in use. {@code slices} holds them for
 * slices of {@code slice_seconds}, which is null if there are none.
 */
public final class LinksJson {
  private LinksJson() {}

  /** Writes the members of the object. */
  public static void write(LinkUse use, Prediction prediction, JsonGenerator json) {
    json.writeStringProperty("trace", prediction.trace());
    json.writeStringProperty("platform", prediction.machine().platform().name());
    json.writeStringProperty("engine", prediction.setup().request().engine());
    json.writeNumberProperty("predicted_seconds", prediction.predictedSeconds());
    json.writeArrayPropertyStart("links");
    LinkRow.totals(use, prediction, row -> {
      json.writeStartObject();
      json.writeStringProperty("link", row.link());
      json.writeStringProperty("level", row.level());
      json.writeNumberProperty("bytes_per_second", row.bytesPerSecond());
      figures(row, json);
      json.writeEndObject();
    });
    json.writeEndArray();
    if (!use.hasSlices()) {
      json.writeNullProperty("slice_seconds");
      return;
    }
    json.writeNumberProperty("slice_seconds", Picos.seconds(use.slicePicos()));
    json.writeArrayPropertyStart("slices");
    LinkRow.slices(use, prediction, row -> {
      json.writeStartObject();
      json.writeNumberProperty("from_seconds", row.fromSeconds());
      json.writeNumberProperty("to_seconds", row.toSeconds());
      json.writeStringProperty("link", row.link());
      figures(row, json);
      json.writeEndObject();
    });
    json.writeEndArray();
  }

  private static void figures(LinkRow row, JsonGenerator json) {
    json.writeNumberProperty("messages", row.messages());
    json.writeNumberProperty("bytes", row.bytes());
    json.writeNumberProperty("busy_seconds", row.busySeconds());
    json.writeNumberProperty("utilization", row.utilization());
  }
}
