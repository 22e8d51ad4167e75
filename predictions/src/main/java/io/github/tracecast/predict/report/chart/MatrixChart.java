package io.github.tracecast.predict.report.chart;

import io.github.tracecast.simulate.result.Traffic;
import tools.jackson.core.JsonGenerator;

/**
 * Traffic as a square of cells, with stronger colours for more traffic. Senders are from top to
 * bottom, receivers from left to right.
 */
public record MatrixChart(String id, String summary, Traffic traffic) implements Chart {
  @Override
  public String shape() {
    return "square";
  }

  /**
   * Writes the cells with traffic row by row: sending bin, receiving bin, messages, bytes, and so
   * on.
   */
  @Override
  public void data(JsonGenerator json) {
    json.writeStringProperty("kind", "matrix");
    json.writeNumberProperty("ranks", traffic.ranks());
    json.writeNumberProperty("bins", traffic.bins());
    json.writeNumberProperty("ranks_per_bin", traffic.ranksPerBin());
    json.writeArrayPropertyStart("cells");
    for (int from = 0; from < traffic.bins(); from++) {
      for (int to = 0; to < traffic.bins(); to++) {
        if (traffic.messages(from, to) > 0) {
          json.writeNumber(from);
          json.writeNumber(to);
          json.writeNumber(traffic.messages(from, to));
          json.writeNumber(traffic.bytes(from, to));
        }
      }
    }
    json.writeEndArray();
  }
}
