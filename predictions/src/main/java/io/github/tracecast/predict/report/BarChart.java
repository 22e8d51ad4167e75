package io.github.tracecast.predict.report;

import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Bars side by side, of one or several series on top of each other, with lines over them.
 *
 * @param shape the style of its frame
 * @param x what the places stand for
 * @param y what the values are
 * @param perUnit factor from values to what the axis shows
 * @param labels one for each place
 * @param series of one value for each place
 * @param marks places of note
 */
record BarChart(
    String id,
    String summary,
    String shape,
    String x,
    String y,
    double perUnit,
    List<String> labels,
    List<Series> series,
    List<Mark> marks)
    implements Chart {

  /**
   * Values by place.
   *
   * @param line whether it is a line over the bars
   */
  record Series(String name, boolean line, double[] values) {
    static Series bars(String name, double[] values) {
      return new Series(name, false, values);
    }

    static Series line(String name, double[] values) {
      return new Series(name, true, values);
    }
  }

  /**
   * A place of note.
   *
   * @param at in places from the first one's left edge
   */
  record Mark(String name, double at) {}

  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "bars");
    json.writeStringProperty("x", x);
    json.writeStringProperty("y", y);
    json.writeNumberProperty("per_unit", perUnit);
    json.writeArrayPropertyStart("labels");
    labels.forEach(json::writeString);
    json.writeEndArray();
    json.writeArrayPropertyStart("series");
    for (Series s : series) {
      json.writeStartObject();
      json.writeStringProperty("name", s.name());
      json.writeBooleanProperty("line", s.line());
      json.writeName("values");
      json.writeArray(s.values(), 0, s.values().length);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("marks");
    for (Mark mark : marks) {
      json.writeStartObject();
      json.writeStringProperty("name", mark.name());
      json.writeNumberProperty("at", mark.at());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
