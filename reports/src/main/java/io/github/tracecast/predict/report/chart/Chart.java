package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.report.html.Html;
import tools.jackson.core.JsonGenerator;

/** A picture, or controls, that the page's script makes from its data. */
public sealed interface Chart
    permits BarChart, GridAnswers, LineChart, MatrixChart, PlanesChart, TimelineChart {
  /** Unique on the page. */
  String id();

  /** Returns its description, shown below the picture or instead of it. */
  String summary();

  /** Writes the members of its data. */
  void data(JsonGenerator json);

  /** Writes an array, with null for values that are not a number. */
  static void numbers(JsonGenerator json, String name, double[] numbers) {
    json.writeArrayPropertyStart(name);
    for (double number : numbers) {
      if (Double.isNaN(number)) {
        json.writeNull();
      } else {
        json.writeNumber(number);
      }
    }
    json.writeEndArray();
  }

  /** Writes the chart's frame. */
  default void write(Html html) {
    String caption = id() + "-summary";
    html.open("figure").open("div", "class", "plot " + shape());
    html.open("canvas", "data-chart", id(), "role", "img", "aria-labelledby", caption);
    html.close("canvas").close("div");
    html.element("figcaption", summary(), "id", caption).close("figure");
  }

  /** The style of its frame. */
  String shape();
}
