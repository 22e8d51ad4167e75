package io.github.tracecast.predict.print;

import io.github.tracecast.predict.compare.ComparedRun;
import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.Comparison.Quantity;
import io.github.tracecast.predict.compare.Comparison.RankChange;
import io.github.tracecast.predict.compare.Comparison.SiteChange;
import io.github.tracecast.predict.compare.ComparisonTables;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** A comparison of two predictions as text. */
public final class ComparisonText {
  private static final int RANKS = 5;
  private static final String INDENT = "  ";

  private final Comparison comparison;
  private final TimeUnit unit;
  private final TimeUnit changes;
  private final TerminalWriter out;

  public ComparisonText(Comparison comparison, PrintWriter out) {
    this.comparison = comparison;
    Quantity predicted = comparison.quantity("predicted_seconds");
    this.unit = TimeUnit.of(Math.max(predicted.a(), predicted.b()));
    this.changes = TimeUnit.of(comparison.largestChange());
    this.out = TerminalWriter.of(out);
  }

  /**
   * Returns the heading of a column of changes, with the unit of changes if times have another
   * unit.
   */
  private String changed(String heading) {
    return changes.symbol().equals(unit.symbol()) ? heading : heading + ", " + changes.symbol();
  }

  /**
   * Prints the whole report.
   *
   * @param mostSites the most rows of the table of call sites, 0 for no table
   * @param next the command that is suggested next
   */
  public void print(int mostSites, Optional<String> next) {
    headline();
    comparison.noiseText().ifPresent(line -> out.paragraph(INDENT, line));
    Arguments.asOptions(comparison.assumptions()).forEach(line -> out.paragraph(INDENT, line));
    causes();
    both("Engine", words(comparison.a()), words(comparison.b()));
    next.ifPresent(command -> Answer.next(command, out));
    out.println();
    TextTable names = new TextTable("lw");
    names.row("A", comparison.a().name()).row("B", comparison.b().name()).print(out, INDENT);
    setup();
    if (comparison.moved()) {
      out.println();
      times();
      efficiencies();
      counts();
      sites(mostSites);
      ranks();
    }
    out.println();
    both("Computation", comparison.a().computation(), comparison.b().computation());
    warnings("Warnings of A only", comparison.warningsOfA());
    warnings("Warnings of B only", comparison.warningsOfB());
  }

  /** Prints the comparison in one line. */
  public void headline() {
    Quantity predicted = comparison.quantity("predicted_seconds");
    String a = comparison.nameOfA();
    String b = comparison.nameOfB();
    if (predicted.change() == 0) {
      out.println(
          Style.STRONG,
          (comparison.moved() ? "Same time" : "No change") + ": " + a + " and " + b
              + " both predict " + Numbers.time(predicted.a()));
      return;
    }
    out.println(
        Style.STRONG,
        b + " takes "
            + (Double.isNaN(predicted.ratio())
                ? "another time than "
                : Numbers.ratio(predicted.ratio()) + " times as long as ")
            + a + ": " + Numbers.time(predicted.b()) + " instead of "
            + Numbers.time(predicted.a()));
  }

  /**
   * Prints the changes of the parts of the average rank's time, and the call site with the largest
   * change.
   */
  private void causes() {
    if (!comparison.moved()) {
      return;
    }
    TextTable table = new TextTable("lrw");
    cause(table, "computation", "compute_seconds", "");
    List<SiteChange> sites = comparison.sites();
    SiteChange most = sites.isEmpty() || !sites.getFirst().moved() ? null : sites.getFirst();
    cause(
        table,
        "communication",
        "communication_seconds",
        most == null ? "" : "(most in " + most.call() + " " + FunctionName.of(most.name()) + ")");
    table.print(out, INDENT);
  }

  private void cause(TextTable table, String name, String key, String remark) {
    double change = comparison.quantity(key).change();
    table.row(name, changes.signed(change) + " " + changes.symbol(), change == 0 ? "" : remark);
  }

  /** Prints one line for equal values, two lines for different values, and no line for empty values. */
  private void both(String name, String a, String b) {
    if (!a.equals(b)) {
      out.println(name + " of A: " + orNone(a));
      out.println(name + " of B: " + orNone(b));
    } else if (!a.isEmpty()) {
      out.println(name + ": " + a);
    }
  }

  private static String words(ComparedRun prediction) {
    String contention = prediction.text("contention");
    String engine = prediction.text("engine") + " " + prediction.text("engine_version");
    return engine.strip() + (contention.equals("none") ? ", no contention" : "");
  }

  private void setup() {
    if (comparison.setup().isEmpty()) {
      return;
    }
    out.println();
    TextTable table = new TextTable("lww").heading("Different settings", "A", "B");
    comparison
        .setup()
        .forEach(one -> table.row(INDENT + one.name(), orNone(one.shownA()), orNone(one.shownB())));
    table.print(out, "");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private void times() {
    TextTable table = new TextTable("lrrrr");
    table.heading("Time, " + unit.symbol(), "A", "B", changed("change"), "B/A");
    for (Comparison.Row row : comparison.times()) {
      Quantity quantity = row.quantity();
      table.row(
          INDENT + (row.part() ? INDENT : "") + row.name(),
          unit.number(quantity.a()),
          unit.number(quantity.b()),
          changes.signed(quantity.change()),
          Numbers.ratio(quantity.ratio()));
    }
    table.print(out, "");
  }

  private void efficiencies() {
    if (comparison.efficiencies().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("lrrrr");
    table.heading("Efficiency, %", "A", "B", "change", "B/A");
    for (Quantity one : comparison.efficiencies()) {
      String change = Numbers.percent(one.change());
      table.row(
          INDENT + one.words(),
          Numbers.percent(one.a()),
          Numbers.percent(one.b()),
          (one.change() > 0 ? "+" : "") + change,
          Numbers.ratio(one.ratio()));
    }
    out.println();
    table.print(out, "");
  }

  private void counts() {
    TextTable table = new TextTable("lrrrr");
    table.heading("Counts", "A", "B", "change", "B/A");
    for (Comparison.Row row : comparison.amounts()) {
      Quantity quantity = row.quantity();
      if (quantity.change() != 0) {
        long change = (long) quantity.change();
        table.row(
            INDENT + row.name(),
            Numbers.count((long) quantity.a()),
            Numbers.count((long) quantity.b()),
            (change > 0 ? "+" : "") + Numbers.count(change),
            Numbers.ratio(quantity.ratio()));
      }
    }
    if (table.rows() > 0) {
      out.println();
      table.print(out, "");
    }
  }

  private void sites(int most) {
    List<SiteChange> moved = comparison.sites().stream()
        .filter(site -> isShown(site.callChange()) || isShown(site.computeChange()))
        .toList();
    if (most == 0 || moved.isEmpty()) {
      return;
    }
    out.println();
    out.println(
        Style.STRONG,
        "Call sites that changed, average per rank"
            + (moved.size() > most ? " (" + most + " of " + moved.size() + ")" : ""));
    new ShownColumns<>(ComparisonTables.SITES, unit, changes)
        .text(moved.subList(0, Math.min(most, moved.size())))
        .least(9, 8, 7, 6)
        .print(out, INDENT);
  }

  /** Whether a change differs from 0 with the number of digits in its column. */
  private boolean isShown(double change) {
    return changes.signed(change).chars().anyMatch(digit -> digit >= '1' && digit <= '9');
  }

  private void ranks() {
    List<RankChange> moved = comparison.ranks();
    if (moved.isEmpty()) {
      return;
    }
    out.println();
    if (comparison.ranksMoveAlike()) {
      double change = moved.getFirst().change();
      out.println("All " + Numbers.count(moved.size()) + " ranks end "
          + Numbers.time(Math.abs(change)) + (change > 0 ? " later" : " earlier") + ", within 2%");
      return;
    }
    out.println("Ranks whose end time changed most (" + Math.min(RANKS, moved.size()) + " of "
        + Numbers.count(moved.size()) + ")");
    new ShownColumns<>(ComparisonTables.RANKS, unit, changes)
        .text(moved.subList(0, Math.min(RANKS, moved.size())))
        .print(out, INDENT);
  }

  private void warnings(String heading, List<String> warnings) {
    if (!warnings.isEmpty()) {
      out.println();
      out.println(Style.WARNING, heading);
      Arguments.asOptions(warnings)
          .forEach(warning -> out.paragraph(INDENT, FittingText.message(warning)));
    }
  }
}
