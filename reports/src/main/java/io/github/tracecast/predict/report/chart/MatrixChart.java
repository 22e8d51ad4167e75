package io.github.tracecast.predict.report.chart;

import io.github.tracecast.simulate.result.Traffic;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * Traffic as a square of cells, with stronger colours for more traffic. Each row is a sender, and
 * each column is a receiver.
 */
public record MatrixChart(String id, String summary, Traffic traffic) implements Chart {
  @Override
  public String shape() {
    return "square";
  }

  /**
   * Writes the cells with traffic row by row, and the ends of the scale of colours, which are the
   * least and the most bytes other than 0. The array {@code runs} has the numbers of successive
   * cells without and with traffic, in turn.
   */
  @Override
  public void data(JsonGenerator json) {
    int bins = traffic.bins();
    int[] cells = IntStream.range(0, bins * bins).filter(this::isUsed).toArray();
    json.writeStringProperty("kind", "matrix");
    json.writeNumberProperty("ranks", traffic.ranks());
    json.writeNumberProperty("bins", bins);
    json.writeNumberProperty("ranks_per_bin", traffic.ranksPerBin());
    LongSummaryStatistics bytes = IntStream.of(cells)
        .mapToLong(cell -> traffic.bytes(cell / bins, cell % bins))
        .filter(some -> some > 0)
        .summaryStatistics();
    json.writeNumberProperty("least_bytes", bytes.getCount() == 0 ? 0 : bytes.getMin());
    json.writeNumberProperty("most_bytes", bytes.getCount() == 0 ? 0 : bytes.getMax());
    json.writeArrayPropertyStart("runs");
    int first = 0;
    for (boolean used = false; first < bins * bins; used = !used) {
      int end = first;
      while (end < bins * bins && isUsed(end) == used) {
        end++;
      }
      json.writeNumber(end - first);
      first = end;
    }
    json.writeEndArray();
    PackedAmounts.write(
        json,
        "messages",
        IntStream.of(cells)
            .mapToDouble(cell -> traffic.messages(cell / bins, cell % bins))
            .toArray());
    PackedAmounts.write(
        json,
        "bytes",
        IntStream.of(cells)
            .mapToDouble(cell -> traffic.bytes(cell / bins, cell % bins))
            .toArray());
  }

  private boolean isUsed(int cell) {
    return traffic.messages(cell / traffic.bins(), cell % traffic.bins()) > 0;
  }
}
