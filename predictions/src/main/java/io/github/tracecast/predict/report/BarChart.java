package io.github.tracecast.predict.report;

import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * Bars of one or several series, stacked, with lines over them; what is negative is stacked the other way.
 *
 * @param layout which way the bars go
 * @param x what the places stand for; may be empty
 * @param y what the values are
 * @param perUnit factor from values to what the axis shows
 * @param labels one for each place
 * @param series of one value for each place
 * @param marks places of note
 */
record BarChart(
    String id,
    String summary,
    Layout layout,
    String x,
    String y,
    double perUnit,
    List<String> labels,
    List<Series> series,
    List<Mark> marks)
    implements Chart {

  /** Which way the bars go, and how much room they take. */
  enum Layout {
    /** Upwards, over the page's whole width. */
    WIDE,
    /** Upwards, in a tile. */
    SMALL,
    /** To the right, a row for each place, which has room for a name. */
    ROWS
  }

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
  public String shape() {
    return layout.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "bars");
    json.writeBooleanProperty("rows", layout == Layout.ROWS);
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
      Chart.numbers(json, "values", s.values());
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
