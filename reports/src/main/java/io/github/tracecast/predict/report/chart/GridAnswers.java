package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.text.JsonOutput;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Controls for the settings of a grid of predictions. The page's script interpolates the figures
 * at the chosen values between the grid's points.
 *
 * @param command the command of a prediction, without the varied settings
 * @param axes the varied settings; the last one varies fastest
 * @param figures the figures of the points, the predicted time first
 * @param start the position on each axis of the point that is shown first
 * @param relation describes the ratio of the predicted time to {@code referenceSeconds}
 * @param front the chart of time over another figure; the chart marks the answer; empty if none
 */
public record GridAnswers(
    String id,
    String summary,
    String command,
    List<GridAxis> axes,
    List<Figure> figures,
    List<Integer> start,
    String relation,
    double referenceSeconds,
    Optional<Front> front)
    implements Chart {
  /**
   * A varied setting.
   *
   * @param labels the values of the setting, as the user wrote them
   * @param places the values of the setting in base units; empty if only the grid's own values can
   *     be chosen
   * @param unit the unit of values in the command, such as {@code MBps}
   * @param symbol the same unit as charts write it, such as {@code MB/s}
   * @param inBase the size of this unit in base units
   * @param logarithmic whether the control spaces values by their logarithms
   * @param inverse whether figures between places are proportional to the places' inverses
   * @param arguments the options for each label; if there are places, one option without its value
   * @param chart the chart with this axis; it marks the answer
   */
  public record GridAxis(
      String name,
      List<String> labels,
      double[] places,
      String unit,
      String symbol,
      double inBase,
      boolean logarithmic,
      boolean inverse,
      List<String> arguments,
      String chart) {}

  /**
   * A predicted quantity at all points.
   *
   * @param perUnit factor from values to the figure's unit
   * @param values the quantity's values in the order of the points; NaN for a point that failed
   */
  public record Figure(String name, String unit, double perUnit, double[] values) {}

  /**
   * A chart of one figure over another.
   *
   * @param time index of the predicted time that the chart shows
   * @param amount index of the other figure, which is on the chart's axis
   */
  public record Front(String chart, int time, int amount) {}

  @Override
  public String shape() {
    return "answers";
  }

  @Override
  public void write(Html html) {
    html.open("div", "class", shape(), "data-answers", id).close("div");
    html.element("p", summary);
  }

  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("command", command);
    JsonOutput.objects(json, "axes", axes, axis -> {
      json.writeStringProperty("name", axis.name());
      JsonOutput.texts(json, "labels", axis.labels());
      JsonOutput.numbers(json, "places", axis.places());
      json.writeStringProperty("unit", axis.unit());
      json.writeStringProperty("symbol", axis.symbol());
      json.writeNumberProperty("in_base", axis.inBase());
      json.writeBooleanProperty("logarithmic", axis.logarithmic());
      json.writeBooleanProperty("inverse", axis.inverse());
      JsonOutput.texts(json, "arguments", axis.arguments());
      json.writeStringProperty("chart", axis.chart());
    });
    JsonOutput.objects(json, "figures", figures, figure -> {
      json.writeStringProperty("name", figure.name());
      json.writeStringProperty("unit", figure.unit());
      json.writeNumberProperty("per_unit", figure.perUnit());
      JsonOutput.numbers(json, "values", figure.values());
    });
    JsonOutput.numbers(json, "start", start.stream().mapToInt(Integer::intValue).toArray());
    json.writeStringProperty("relation", relation);
    json.writeNumberProperty("reference", referenceSeconds);
    front.ifPresent(marked -> {
      json.writeObjectPropertyStart("front");
      json.writeStringProperty("chart", marked.chart());
      json.writeNumberProperty("time", marked.time());
      json.writeNumberProperty("amount", marked.amount());
      json.writeEndObject();
    });
  }
}
