package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.text.JsonOutput;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Values over positions on an axis, as lines with bands or as points. If the positions are names,
 * which have no order, values are always points.
 *
 * @param x label of the places
 * @param y label of the values
 * @param perUnit factor from values to the unit of the axis
 * @param labels the text of each place
 * @param places the position of each place on the axis; empty if places are names
 * @param logarithmic whether places are spaced by their logarithms
 * @param inverse whether values between places are proportional to the places' inverses
 * @param roundTicks whether the axis has ticks at round numbers instead of the places
 * @param scattered whether there are no lines between points
 * @param ordered whether the lines belong to ascending values, so that their colours form a
 *     sequence
 */
public record LineChart(
    String id,
    String summary,
    String x,
    String y,
    double perUnit,
    List<String> labels,
    double[] places,
    boolean logarithmic,
    boolean inverse,
    boolean roundTicks,
    boolean scattered,
    boolean ordered,
    List<Line> lines)
    implements Chart {

  /**
   * A line. At a place without a value, all three numbers are NaN.
   *
   * @param low the band's lower edge; equal to the values if there is no band
   * @param high the band's upper edge
   */
  public record Line(String name, double[] values, double[] low, double[] high, List<Mark> marks) {
    public boolean hasBand() {
      for (int i = 0; i < values.length; i++) {
        if (low[i] < high[i]) {
          return true;
        }
      }
      return false;
    }
  }

  public record Mark(String name, double place, double value) {}

  @Override
  public String shape() {
    return "wide";
  }

  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "lines");
    json.writeStringProperty("x", x);
    json.writeStringProperty("y", y);
    json.writeNumberProperty("per_unit", perUnit);
    json.writeBooleanProperty("logarithmic", logarithmic);
    json.writeBooleanProperty("inverse", inverse);
    json.writeBooleanProperty("round_ticks", roundTicks);
    json.writeBooleanProperty("scattered", scattered);
    json.writeBooleanProperty("ordered", ordered);
    JsonOutput.texts(json, "labels", labels);
    JsonOutput.numbers(json, "places", places);
    JsonOutput.objects(json, "lines", lines, line -> {
      json.writeStringProperty("name", line.name());
      JsonOutput.numbers(json, "values", line.values());
      if (line.hasBand()) {
        JsonOutput.numbers(json, "low", line.low());
        JsonOutput.numbers(json, "high", line.high());
      }
      JsonOutput.objects(json, "marks", line.marks(), mark -> {
        json.writeStringProperty("name", mark.name());
        json.writeNumberProperty("place", mark.place());
        json.writeNumberProperty("value", mark.value());
      });
    });
  }
}
