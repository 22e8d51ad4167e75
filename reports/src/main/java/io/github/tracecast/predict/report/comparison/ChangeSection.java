package io.github.tracecast.predict.report.comparison;

import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.Comparison.Quantity;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;

/** The change of the predicted time, and the settings that differ. */
record ChangeSection(Comparison comparison, TimeUnit unit, TimeUnit changes) {
  private static final String INDENT = "\u2003";

  static PageSection of(Comparison comparison, TimeUnit unit, TimeUnit changes) {
    return new PageSection(
        "change", "What changed", new ChangeSection(comparison, unit, changes)::write);
  }

  private void write(SectionBody body) {
    headline(body);
    comparison.noiseText().ifPresent(line -> body.element("p", line));
    Arguments.asOptions(comparison.assumptions()).forEach(body::sentence);
    body.open("dl")
        .term("A", comparison.a().name())
        .term("B", comparison.b().name())
        .close("dl");
    if (comparison.assumptions().isEmpty()) {
      computation(body);
    }
    body.chart(chart());
    if (!comparison.setup().isEmpty()) {
      setup().write(body);
    }
    times().write(body);
    if (!comparison.efficiencies().isEmpty()) {
      efficiencies().write(body);
    }
    amounts().write(body);
  }

  private void headline(Html html) {
    Quantity predicted = comparison.quantity("predicted_seconds");
    html.open("p", "class", "headline");
    if (predicted.change() == 0) {
      html.element("strong", comparison.moved() ? "Same time." : "No change.")
          .text(" Both predict " + Numbers.time(predicted.a()) + " until the last rank ends.");
    } else {
      html.text("B is ")
          .open("strong")
          .element("data", change(predicted), "value", Double.toString(predicted.change()))
          .close("strong")
          .text(
              " with " + Numbers.time(predicted.b()) + " instead of " + Numbers.time(predicted.a())
                  + " until the last rank ends"
                  + (Double.isNaN(predicted.ratio())
                      ? "."
                      : " (" + Numbers.change(predicted.change()) + ", "
                          + Numbers.ratio(predicted.ratio()) + " times as long as A)."));
    }
    html.close("p");
  }

  /** Text such as {@code 0.1% faster}. */
  private static String change(Quantity predicted) {
    return (Double.isNaN(predicted.ratio()) || Math.abs(predicted.ratio() - 1) < 0.0005
            ? Numbers.time(Math.abs(predicted.change()))
            : Numbers.percent(Math.abs(predicted.ratio() - 1)) + "%")
        + (predicted.change() < 0 ? " faster" : " slower");
  }

  private void computation(Html html) {
    String a = comparison.a().computation();
    String b = comparison.b().computation();
    if (!a.equals(b)) {
      html.element("p", "Computation of A: " + a + ". Computation of B: " + b + ".");
    } else if (!a.isEmpty()) {
      html.element("p", "Computation: " + a + ".");
    }
  }

  private Table setup() {
    Table table = Table.plain("Different settings", "setting", "A", "B");
    for (Comparison.Difference one : comparison.setup()) {
      table.row(Table.Cell.of(one.name()), text(one.shownA()), text(one.shownB()));
    }
    return table;
  }

  private static Table.Cell text(String text) {
    return text.isEmpty() ? Table.Cell.none() : Table.Cell.of(text);
  }

  private Chart chart() {
    Quantity compute = comparison.quantity("compute_seconds");
    Quantity calls = comparison.quantity("communication_seconds");
    Quantity waiting = comparison.quantity("waiting_seconds");
    return new BarChart(
        "change-chart",
        "Time per rank, average. From A to B, computation changes by "
            + Numbers.change(compute.change()) + ", waiting by "
            + Numbers.change(waiting.change()) + " and work in calls by "
            + Numbers.change(calls.change() - waiting.change()) + ".",
        BarChart.Layout.ROWS,
        "",
        "time, " + unit.symbol(),
        unit.perSecond(),
        List.of("A", "B"),
        List.of(
            BarChart.Series.bars("computation", new double[] {compute.a(), compute.b()}),
            BarChart.Series.bars("waiting", new double[] {waiting.a(), waiting.b()}),
            BarChart.Series.bars(
                "work in calls", new double[] {calls.a() - waiting.a(), calls.b() - waiting.b()})),
        List.of());
  }

  private Table times() {
    String symbol = ", " + unit.symbol();
    Table table = Table.plain(
        "Time", "part", "A" + symbol, "B" + symbol, "change, " + changes.symbol(), "B/A");
    for (Comparison.Row row : comparison.times()) {
      Quantity quantity = row.quantity();
      table.row(
          Table.Cell.of((row.part() ? INDENT : "") + row.name()),
          Table.Cell.time(unit, quantity.a()),
          Table.Cell.time(unit, quantity.b()),
          Table.Cell.change(changes, quantity.change()),
          Double.isNaN(quantity.ratio())
              ? Table.Cell.none()
              : Table.Cell.of(Numbers.ratio(quantity.ratio()), quantity.ratio()));
    }
    return table;
  }

  private Table efficiencies() {
    Table table = Table.plain("Efficiency", "efficiency", "A, %", "B, %", "change, points", "B/A");
    for (Quantity one : comparison.efficiencies()) {
      table.row(
          Table.Cell.of(one.words()),
          Table.Cell.percent(one.a()),
          Table.Cell.percent(one.b()),
          Table.Cell.of(
              (one.change() > 0 ? "+" : "") + Numbers.percent(one.change()), 100 * one.change()),
          Table.Cell.of(Numbers.ratio(one.ratio()), one.ratio()));
    }
    return table;
  }

  private Table amounts() {
    Table table = Table.plain("Amounts", "amount", "A", "B", "change");
    for (Comparison.Row row : comparison.amounts()) {
      Quantity quantity = row.quantity();
      table.row(
          Table.Cell.of(row.name()),
          Table.Cell.count((long) quantity.a()),
          Table.Cell.count((long) quantity.b()),
          Table.Cell.count((long) quantity.change()));
    }
    return table;
  }
}
