package io.github.tracecast.predict.report.chart;

import io.github.tracecast.predict.text.JsonOutput;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Values of a torus's nodes as coloured cells, with one panel below another.
 *
 * @param unit the unit of the values
 * @param order whether values are exact positions, shown by hue, instead of amounts
 * @param full the value that has the strongest colour; 0 for the largest value of the chart
 */
public record PlanesChart(
    String id,
    String summary,
    NodePlanes planes,
    String unit,
    boolean order,
    double full,
    List<Panel> panels)
    implements Chart {
  /** A panel with one value for each cell; NaN if a cell has no value. */
  public record Panel(String name, double[] values) {}

  @Override
  public String shape() {
    return "drawn";
  }

  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "planes");
    json.writeStringProperty("unit", unit);
    json.writeBooleanProperty("order", order);
    json.writeNumberProperty("full", full);
    json.writeNumberProperty("columns", planes.columns());
    json.writeNumberProperty("rows", planes.rows());
    json.writeNumberProperty("planes", planes.planes());
    JsonOutput.texts(json, "names", planes.names());
    JsonOutput.objects(json, "panels", panels, panel -> {
      json.writeStringProperty("name", panel.name());
      if (order) {
        JsonOutput.numbers(json, "values", panel.values());
      } else {
        PackedAmounts.write(json, "amounts", panel.values());
      }
    });
  }
}
