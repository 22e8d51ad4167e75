package io.github.tracecast.predict.print.fit;

import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A fit as text for people: the accuracy of the fitted machine, then the fitted figures, then the
 * worst measurements.
 */
public final class FitText {
  private static final int WORST = 10;

  private final FitResult result;

  public FitText(FitResult result) {
    this.result = result;
  }

  /** Prints the report. */
  public void print(PrintWriter out) {
    out.println(headline());
    if (!result.rows().isEmpty()) {
      out.println(shares());
    }
    result
        .crossValidated()
        .forEach((nodes, error) ->
            out.printf(Locale.ROOT, "  on %s nodes, fitted without them: %.3f%n", nodes, error));
    result
        .jobs()
        .forEach((job, factor) ->
            out.printf(Locale.ROOT, "  latencies of job %s: %.2f times%n", job, factor));
    values(out);
    groups(out, "By collective and algorithm", m -> m.collective() + " " + m.algorithm());
    groups(out, "By size", FitText::size);
    worst(out);
    left(out);
  }

  private String headline() {
    if (result.rows().isEmpty()) {
      return "No measurement can be predicted";
    }
    String after = String.format(
        Locale.ROOT,
        "%s predicted, mean |ln(predicted/measured)| %.3f",
        Numbers.counted(result.rows().size(), "measurement"),
        result.meanError());
    return result.values().isEmpty()
        ? after
        : after + String.format(Locale.ROOT, " (start: %.3f)", result.meanStartError());
  }

  private String shares() {
    return String.format(
        Locale.ROOT,
        "  within 1.25 times: %.0f%%, within 1.5 times: %.0f%%",
        100 * result.within(1.25),
        100 * result.within(1.5));
  }

  private void values(PrintWriter out) {
    if (result.values().isEmpty()) {
      return;
    }
    out.println();
    out.println("Fitted figures");
    TextTable table =
        new TextTable("lrrll").heading("figure", "start", "fitted", "95% interval", "");
    for (FitResult.Value value : result.values()) {
      table.row(
          value.name(),
          value.start(),
          shown(value.fitted()),
          shown(value.low()) + " to " + shown(value.high()),
          value.determined() ? "" : "not determined");
    }
    table.print(out, "  ");
  }

  /** Returns the value with four digits. The file has one more. */
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

  private void groups(PrintWriter out, String title, Function<MeasuredTime, String> key) {
    Map<String, List<FitResult.Row>> groups = result.rows().stream()
        .collect(Collectors.groupingBy(
            row -> key.apply(row.measurement()), TreeMap::new, Collectors.toList()));
    out.println();
    out.println(title);
    TextTable table = new TextTable("lrrrr").heading("", "measured", "|ln|", "bias", "before");
    groups.forEach((name, rows) -> table.row(
        name.strip(),
        Integer.toString(rows.size()),
        number(rows, row -> Math.abs(row.error())),
        number(rows, FitResult.Row::error),
        number(rows, row -> Math.abs(row.startError()))));
    table.print(out, "  ");
  }

  private static String number(List<FitResult.Row> rows, Function<FitResult.Row, Double> of) {
    double mean = rows.stream().mapToDouble(of::apply).average().orElse(0);
    return String.format(Locale.ROOT, "%.3f", mean + 0.0);
  }

  /** A decade of sizes, so that it sorts by size. */
  private static String size(MeasuredTime measurement) {
    long bytes = measurement.bytes();
    String[] names = {
      "1 below 1 KiB", "2 below 64 KiB", "3 below 1 MiB", "4 below 64 MiB", "5 larger"
    };
    long[] limits = {1 << 10, 1 << 16, 1 << 20, 1 << 26, Long.MAX_VALUE};
    int at = 0;
    while (bytes >= limits[at]) {
      at++;
    }
    return names[at].substring(2);
  }

  private void worst(PrintWriter out) {
    out.println();
    out.println("Worst");
    TextTable table = new TextTable("slrrrr")
        .heading("collective and algorithm", "nodes", "bytes", "measured", "predicted", "ln");
    List<FitResult.Row> rows = new ArrayList<>(result.rows());
    rows.sort(Comparator.comparingDouble(row -> -Math.abs(row.error())));
    for (FitResult.Row row : rows.subList(0, Math.min(WORST, rows.size()))) {
      MeasuredTime measured = row.measurement();
      table.row(
          (measured.collective() + " " + measured.algorithm()).strip(),
          measured.nodes(),
          Numbers.count(measured.bytes()),
          Numbers.time(measured.seconds()),
          Numbers.time(row.seconds()),
          String.format(Locale.ROOT, "%+.2f", row.error()));
    }
    table.print(out, "  ");
  }

  private void left(PrintWriter out) {
    if (result.unpredicted().isEmpty()) {
      return;
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    result
        .unpredicted()
        .forEach((m, reason) -> counts.merge(
            m.collective() + " " + m.algorithm() + ": " + Arguments.asOptions(reason),
            1,
            Integer::sum));
    out.println();
    out.println("Not predicted: " + Numbers.counted(result.unpredicted().size(), "measurement"));
    TextTable table = new TextTable("rw");
    counts.forEach((what, count) -> table.row(count.toString(), what));
    table.print(out, "  ");
  }
}
