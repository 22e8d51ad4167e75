package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.text.JsonOutput;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * Stacked bars of one or several series, with lines over them. Negative values are stacked in the
 * other direction.
 *
 * @param layout direction of the bars
 * @param x label of the places; may be empty
 * @param y label of the values
 * @param perUnit factor from values to the unit of the axis
 * @param labels the labels, one for each place
 * @param series the series, each with one value for each place
 * @param marks marked places
 */
public record BarChart(
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

  /** The direction and the size of the bars. */
  public enum Layout {
    /** Upwards, over the page's whole width. */
    WIDE,
    /** Upwards, over the page's whole width, with the sum of each stack above it. */
    HISTOGRAM,
    /** A histogram in a tile. */
    SMALL,
    /** To the right, with one row for each bar and room for its name. */
    ROWS
  }

  /**
   * A value for each position on the axis.
   *
   * @param line whether the series is drawn as a line over the bars
   */
  public record Series(String name, boolean line, double[] values) {
    public static Series bars(String name, double[] values) {
      return new Series(name, false, values);
    }

    public static Series line(String name, double[] values) {
      return new Series(name, true, values);
    }
  }

  /**
   * A marked position on the axis.
   *
   * @param at position in units of places, from the left edge of the first place
   */
  public record Mark(String name, double at) {}

  @Override
  public String shape() {
    return layout.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "bars");
    json.writeBooleanProperty("rows", layout == Layout.ROWS);
    json.writeBooleanProperty("counts", layout == Layout.HISTOGRAM || layout == Layout.SMALL);
    json.writeStringProperty("x", x);
    json.writeStringProperty("y", y);
    json.writeNumberProperty("per_unit", perUnit);
    JsonOutput.texts(json, "labels", labels);
    JsonOutput.objects(json, "series", series, s -> {
      json.writeStringProperty("name", s.name());
      json.writeBooleanProperty("line", s.line());
      JsonOutput.numbers(json, "values", s.values());
    });
    JsonOutput.objects(json, "marks", marks, mark -> {
      json.writeStringProperty("name", mark.name());
      json.writeNumberProperty("at", mark.at());
    });
  }
}
