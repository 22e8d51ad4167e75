package io.github.tracecast.predict.print.fit;

import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A fit as text: the accuracy of the fitted machine, then the fitted values, then the measurements
 * with the largest errors.
 */
public record FitText(FitResult result) {
  private static final int WORST = 10;

  public void print(PrintWriter out) {
    out.println(headline());
    if (!result.rows().isEmpty()) {
      out.println(shares());
    }
    result
        .crossValidated()
        .forEach((nodes, error) -> out.printf(
            Locale.ROOT,
            "  mean |ln(predicted/measured)| on %1$s nodes, fitted without %1$s nodes: %2$.3f%n",
            nodes,
            error));
    result
        .jobs()
        .forEach((job, factor) ->
            out.printf(Locale.ROOT, "  factor on the latencies of job %s: %.2f%n", job, factor));
    if (!result.values().isEmpty()) {
      table(out, "Fitted values", FitResult.Value.COLUMNS, result.values());
    }
    table(
        out,
        "By collective and algorithm",
        FitResult.Group.COLUMNS,
        result.groups(
            Comparator.comparing(MeasuredTime::collectiveAndAlgorithm),
            MeasuredTime::collectiveAndAlgorithm));
    table(
        out,
        "By size",
        FitResult.Group.COLUMNS,
        result.groups(Comparator.comparingLong(MeasuredTime::bytes), FitText::size));
    table(
        out,
        "Worst",
        FitResult.Row.COLUMNS,
        result.rows().stream()
            .sorted(Comparator.comparingDouble(row -> -Math.abs(row.error())))
            .limit(WORST)
            .toList());
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

  private static <R> void table(
      PrintWriter out, String title, List<Column<R>> columns, List<R> rows) {
    out.println();
    out.println(title);
    new ShownColumns<>(columns, Numbers.TimeUnit.of(0)).text(rows).print(out, "  ");
  }

  private static String size(MeasuredTime measurement) {
    long bytes = measurement.bytes();
    return bytes < 1 << 10
        ? "below 1 KiB"
        : bytes < 1 << 16
            ? "below 64 KiB"
            : bytes < 1 << 20 ? "below 1 MiB" : bytes < 1 << 26 ? "below 64 MiB" : "larger";
  }

  private void left(PrintWriter out) {
    if (result.unpredicted().isEmpty()) {
      return;
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    result
        .unpredicted()
        .forEach((m, reason) -> counts.merge(
            m.collectiveAndAlgorithm() + ": " + Arguments.asOptions(reason), 1, Integer::sum));
    out.println();
    out.println("Not predicted: " + Numbers.counted(result.unpredicted().size(), "measurement"));
    TextTable table = new TextTable("rw");
    counts.forEach((what, count) -> table.row(count.toString(), what));
    table.print(out, "  ");
  }
}
