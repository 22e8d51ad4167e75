package io.github.tracecast.predict.fit;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.trace.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A fitted machine.
 *
 * @param rows each measurement with its predictions
 * @param unpredicted measurements that were not predicted, each with the reason
 * @param values each free value
 * @param figures the fitted values, by key
 * @param jobs factor on latencies of each job; empty if jobs have no factors
 * @param crossValidated for each number of nodes, mean |ln(predicted / measured)| on these nodes,
 *     after a fit without their measurements
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
   * One measurement, with its predictions before and after the fit.
   *
   * @param startSeconds time predicted with the start file
   * @param seconds time predicted with the fitted values
   */
  public record Row(MeasuredTime measurement, double startSeconds, double seconds) {
    /** The columns of a measurement and its deviation, in the text report. */
    public static final List<Column<Row>> COLUMNS = List.of(
        new Column<>(
            "",
            "collective and algorithm",
            Column.Kind.PATH,
            row -> row.measurement.collectiveAndAlgorithm()),
        Column.quantity("", "nodes", row -> row.measurement.nodes()),
        Column.count("", "bytes", row -> row.measurement.bytes()),
        Column.quantity("", "measured", row -> Numbers.time(row.measurement.seconds())),
        Column.quantity("", "predicted", row -> Numbers.time(row.seconds)),
        Column.quantity("", "ln", row -> String.format(Locale.ROOT, "%+.2f", row.error())));

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
   * One value that the fit may change, before and after the fit.
   *
   * @param name the key, with the position of the value if the key has several
   * @param start value in the start file
   * @param fitted fitted value
   * @param low lower end of the 95% interval
   * @param high upper end of the 95% interval
   * @param determined whether the measurements, rather than the prior, determine the value
   */
  public record Value(
      String name, String start, String fitted, String low, String high, boolean determined) {
    /** Columns of the text report. Values have four digits here, and five digits in the machine file. */
    public static final List<Column<Value>> COLUMNS = List.of(
        Column.name("", "key", Value::name),
        Column.quantity("", "start", Value::start),
        Column.quantity("", "fitted", value -> shown(value.fitted)),
        Column.name("", "95% interval", value -> shown(value.low) + " to " + shown(value.high)),
        new Column<>(
            "", "note", Column.Kind.NAME, value -> value.determined ? null : "not determined"));

    private static String shown(String value) {
      String number = value.replaceFirst("[^0-9.].*", "");
      return number.isEmpty()
          ? value
          : new BigDecimal(number)
                  .round(new MathContext(4, RoundingMode.HALF_EVEN))
                  .toPlainString()
              + value.substring(number.length());
    }
  }

  /**
   * A group of similar measurements.
   *
   * @param meanError mean |ln(predicted / measured)|
   * @param bias mean ln(predicted / measured)
   * @param meanStartError mean |ln(predicted / measured)| with the start file
   */
  public record Group(
      String name, int measured, double meanError, double bias, double meanStartError) {
    public static final List<Column<Group>> COLUMNS = List.of(
        Column.name("", "group", Group::name),
        Column.count("", "measured", Group::measured),
        deviation("|ln|", Group::meanError),
        deviation("bias", Group::bias),
        deviation("before", Group::meanStartError));

    private static Column<Group> deviation(String heading, ToDoubleFunction<Group> of) {
      return Column.quantity(
          "",
          heading,
          group -> String.format(Locale.ROOT, "%.3f", of.applyAsDouble(group) + 0.0)); // avoids -0
    }
  }

  /** Returns the groups of measurements with the same name, in a given order of measurements. */
  public List<Group> groups(Comparator<MeasuredTime> order, Function<MeasuredTime, String> name) {
    return rows.stream()
        .sorted(Comparator.comparing(Row::measurement, order))
        .collect(Collectors.groupingBy(
            row -> name.apply(row.measurement()), LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(group -> new Group(
            group.getKey(),
            group.getValue().size(),
            mean(group.getValue(), row -> Math.abs(row.error())),
            mean(group.getValue(), Row::error),
            mean(group.getValue(), row -> Math.abs(row.startError()))))
        .toList();
  }

  /** Mean |ln(predicted / measured)|; 0 without rows. */
  public double meanError() {
    return mean(rows, row -> Math.abs(row.error()));
  }

  /** Mean |ln(predicted / measured)| with the start file. */
  public double meanStartError() {
    return mean(rows, row -> Math.abs(row.startError()));
  }

  /** The share of rows whose prediction is within a factor of the measured time. */
  public double within(double factor) {
    return mean(rows, row -> Math.abs(row.error()) <= Math.log(factor) ? 1 : 0);
  }

  private static double mean(List<Row> rows, ToDoubleFunction<Row> of) {
    return rows.stream().mapToDouble(of).average().orElse(0);
  }
}
