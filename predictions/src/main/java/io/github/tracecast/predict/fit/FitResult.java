package io.github.tracecast.predict.fit;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A fitted machine.
 *
 * @param rows each measurement with its predictions
 * @param unpredicted measurements that were not predicted, with the reason
 * @param values each free value
 * @param figures the fitted figures, by key
 * @param jobs factor on latencies of each job; empty without a scale for each job
 * @param crossValidated mean |ln(predicted / measured)| on each number of nodes, by a fit without
 *     these measurements
 * @param text the fitted machine file
 */
public record FitResult(
    List<Row> rows,
    Map<MeasuredTime, String> unpredicted,
    List<Value> values,
    Map<String, String> figures,
    Map<String, Double> jobs,
    Map<String, Double> crossValidated,
    String text) {

  /**
   * One measurement.
   *
   * @param startSeconds predicted with the start file
   * @param seconds predicted with the fitted figures
   */
  public record Row(MeasuredTime measurement, double startSeconds, double seconds) {

    /** ln(predicted / measured). */
    public double error() {
      return Math.log(seconds / measurement.seconds());
    }

    /** ln(predicted / measured) with the start file. */
    public double startError() {
      return Math.log(startSeconds / measurement.seconds());
    }
  }

  /**
   * One free value.
   *
   * @param name the figure's key, with the position of the value if the figure has several
   * @param start value in the start file
   * @param fitted fitted value
   * @param low lower end of the 95% interval
   * @param high upper end
   * @param determined whether the measurements determine it, rather than the prior
   */
  public record Value(
      String name, String start, String fitted, String low, String high, boolean determined) {}

  /** Mean |ln(predicted / measured)|; 0 without rows. */
  public double meanError() {
    return mean(row -> Math.abs(row.error()));
  }

  /** Mean |ln(predicted / measured)| with the start file. */
  public double meanStartError() {
    return mean(row -> Math.abs(row.startError()));
  }

  /** The share of rows that are predicted within a factor. */
  public double within(double factor) {
    return mean(row -> Math.abs(row.error()) <= Math.log(factor) ? 1 : 0);
  }

  private double mean(ToDoubleFunction<Row> of) {
    return rows.stream().mapToDouble(of).average().orElse(0);
  }
}
