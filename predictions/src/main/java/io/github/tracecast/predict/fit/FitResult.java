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
        new Column<>("", "nodes", Column.Kind.QUANTITY, row -> row.measurement.nodes()),
        Column.count("", "bytes", row -> row.measurement.bytes()),
        new Column<>(
            "", "measured", Column.Kind.QUANTITY, row -> Numbers.time(row.measurement.seconds())),
        new Column<>("", "predicted", Column.Kind.QUANTITY, row -> Numbers.time(row.seconds)),
        new Column<>(
            "",
            "ln",
            Column.Kind.QUANTITY,
            row -> String.format(Locale.ROOT, "%+.2f", row.error())));

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
        new Column<>("", "start", Column.Kind.QUANTITY, Value::start),
        new Column<>("", "fitted", Column.Kind.QUANTITY, value -> shown(value.fitted)),
        Column.name("", "95% interval", value -> shown(value.low) + " to " + shown(value.high)),
        new Column<>(
            "", "note", Column.Kind.NAME, value -> value.determined ? null : "not determined"));

    private static String shown(String value) {
      int unit = 0;
      while (unit < value.length() && "0123456789.".indexOf(value.charAt(unit)) >= 0) {
        unit++;
      }
      return unit == 0
          ? value
          : new BigDecimal(value.substring(0, unit))
                  .round(new MathContext(4, RoundingMode.HALF_EVEN))
                  .toPlainString()
              + value.substring(unit);
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
      return new Column<>(
          "",
          heading,
          Column.Kind.QUANTITY,
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
