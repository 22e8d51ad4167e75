package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.report.html.Html;
import tools.jackson.core.JsonGenerator;

/** A picture or a group of controls that the page's script creates from the page's data. */
public sealed interface Chart
    permits BarChart, GridAnswers, LineChart, MatrixChart, PlanesChart, TimelineChart {
  /** Returns the chart's id, which is unique on the page. */
  String id();

  /** Returns the chart's description, which is shown below the picture or instead of it. */
  String summary();

  void data(JsonGenerator json);

  default void write(Html html) {
    String caption = id() + "-summary";
    html.open("figure").open("div", "class", "plot " + shape());
    html.open("canvas", "data-chart", id(), "role", "img", "aria-labelledby", caption);
    html.close("canvas").close("div");
    html.element("figcaption", summary(), "id", caption).close("figure");
  }

  /** Returns the style of the chart's frame. */
  String shape();
}
