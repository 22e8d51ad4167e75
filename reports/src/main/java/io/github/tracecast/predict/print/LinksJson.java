package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.LinkUse;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * The use of links as JSON. {@code links} holds the links in use. {@code slices} holds the links in
 * use in each slice of {@code slice_seconds} seconds, which is null if there are no slices.
 */
public final class LinksJson {
  private LinksJson() {}

  /** Writes the members of the result's JSON object. */
  public static void write(LinkUse use, Prediction prediction, JsonGenerator json) {
    json.writeStringProperty("trace", prediction.trace());
    json.writeStringProperty("platform", prediction.machine().platform().name());
    json.writeStringProperty("engine", prediction.setup().request().engine());
    json.writeNumberProperty("predicted_seconds", prediction.predictedSeconds());
    json.writeArrayPropertyStart("links");
    LinkRow.totals(use, prediction, row -> write(LinkRow.OF_RUN, row, json));
    json.writeEndArray();
    if (!use.hasSlices()) {
      json.writeNullProperty("slice_seconds");
      return;
    }
    json.writeNumberProperty("slice_seconds", Picos.seconds(use.slicePicos()));
    json.writeArrayPropertyStart("slices");
    LinkRow.slices(use, prediction, row -> write(LinkRow.OF_SLICE, row, json));
    json.writeEndArray();
  }

  private static void write(List<Column<LinkRow>> columns, LinkRow row, JsonGenerator json) {
    json.writeStartObject();
    JsonOutput.members(json, columns, row);
    json.writeEndObject();
  }
}
