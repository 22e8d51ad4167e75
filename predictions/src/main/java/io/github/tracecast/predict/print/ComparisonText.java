package io.github.tracecast.predict.print;

import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.Comparison.Quantity;
import io.github.tracecast.predict.compare.Comparison.RankChange;
import io.github.tracecast.predict.compare.Comparison.SiteChange;
import io.github.tracecast.predict.model.PredictionFile;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.Numbers.TimeUnit;
import io.github.tracecast.predict.text.Printable;
import io.github.tracecast.predict.text.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** A comparison for people. */
public final class ComparisonText {
  private static final int RANKS = 5;
  private static final String INDENT = "  ";

  private final Comparison comparison;
  private final TimeUnit unit;
  private final PrintWriter out;

  public ComparisonText(Comparison comparison, PrintWriter out) {
    this.comparison = comparison;
    Quantity predicted = comparison.quantity("predicted_seconds");
    this.unit = TimeUnit.of(Math.max(predicted.a(), predicted.b()));
    this.out = out;
  }

  /**
   * The whole report.
   *
   * @param mostSites rows of the table of call sites, 0 for no table
   */
  public void print(int mostSites) {
    headline();
    engine();
    computation();
    out.println();
    TextTable names = new TextTable("ll");
    names.row("A", comparison.a().name()).row("B", comparison.b().name()).print(out, INDENT);
    setup();
    if (comparison.moved()) {
      out.println();
      times();
      counts();
      sites(mostSites);
      ranks();
    }
    warnings("Warnings of A only", comparison.warningsOfA());
    warnings("Warnings of B only", comparison.warningsOfB());
  }

  /** The comparison in one line. */
  public void headline() {
    Quantity predicted = comparison.quantity("predicted_seconds");
    if (predicted.change() == 0) {
      out.println((comparison.moved() ? "Same time" : "No change") + ": both predict "
          + Numbers.time(predicted.a()) + " until the last rank ends");
      return;
    }
    out.println("B takes " + percent(predicted) + " of A's time: " + Numbers.time(predicted.a())
        + " -> " + Numbers.time(predicted.b()) + " until the last rank ends, "
        + Numbers.change(predicted.change()));
  }

  private void engine() {
    both("Engine", words(comparison.a()), words(comparison.b()));
  }

  /** Prints one line for what is the same in both, two for what differs, and none for nothing. */
  private void both(String name, String a, String b) {
    if (!a.equals(b)) {
      out.println(name + " of A: " + orNone(a));
      out.println(name + " of B: " + orNone(b));
    } else if (!a.isEmpty()) {
      out.println(name + ": " + a);
    }
  }

  private static String words(PredictionFile prediction) {
    String contention = prediction.text("contention");
    String engine = prediction.text("engine") + " " + prediction.text("engine_version");
    return engine.strip()
        + switch (contention) {
          case "none" -> ", no contention";
          case "links" -> ", contention on links";
          default -> "";
        };
  }

  /** Prints the processors of the recorded runs and how computation was scaled. */
  private void computation() {
    both("Computation", comparison.a().text("computation"), comparison.b().text("computation"));
  }

  private static String percent(Quantity quantity) {
    return Double.isNaN(quantity.ratio())
        ? "-"
        : String.format(Locale.ROOT, "%.2f%%", 100 * quantity.ratio());
  }

  private void setup() {
    if (comparison.setup().isEmpty()) {
      return;
    }
    out.println();
    TextTable table = new TextTable("lll").row("Different settings", "A", "B");
    comparison
        .setup()
        .forEach(one -> table.row(INDENT + one.key(), orNone(one.a()), orNone(one.b())));
    table.print(out, "");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private void times() {
    TextTable table = new TextTable("lrrrr");
    table.row("Time, " + unit.symbol(), "A", "B", "change", "B/A");
    for (Comparison.Row row : comparison.times()) {
      Quantity quantity = row.quantity();
      table.row(
          INDENT + (row.part() ? INDENT : "") + row.name(),
          unit.number(quantity.a()),
          unit.number(quantity.b()),
          unit.signed(quantity.change()),
          percent(quantity));
    }
    table.print(out, "");
  }

  private void counts() {
    TextTable table = new TextTable("lrrrr");
    table.row("Counts", "A", "B", "change", "B/A");
    for (Comparison.Row row : comparison.amounts()) {
      Quantity quantity = row.quantity();
      if (quantity.change() != 0) {
        long change = (long) quantity.change();
        table.row(
            INDENT + row.name(),
            Numbers.count((long) quantity.a()),
            Numbers.count((long) quantity.b()),
            (change > 0 ? "+" : "") + Numbers.count(change),
            percent(quantity));
      }
    }
    if (table.rows() > 1) {
      out.println();
      table.print(out, "");
    }
  }

  private void sites(int most) {
    List<SiteChange> moved =
        comparison.sites().stream().filter(SiteChange::moved).toList();
    if (most == 0 || moved.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("lrrrrrrrl");
    table.row(
        "call",
        "A, " + unit.symbol(),
        "B, " + unit.symbol(),
        "change",
        "computation change",
        "of changes %",
        "A %",
        "B %",
        "name");
    for (SiteChange site : moved.subList(0, Math.min(most, moved.size()))) {
      table.row(
          site.call(),
          unit.number(site.a().callSeconds()),
          unit.number(site.b().callSeconds()),
          unit.signed(site.callChange()),
          unit.signed(site.computeChange()),
          Numbers.percent(site.shareOfMoves()),
          Numbers.percent(site.a().ofRun()),
          Numbers.percent(site.b().ofRun()),
          PredictionText.shortened(site.name()));
    }
    out.println();
    out.println(
        "Call sites that changed, average per rank: time in calls, and change of the computation before"
            + (moved.size() > most ? " (" + most + " of " + moved.size() + ")" : ""));
    table.print(out, INDENT);
  }

  private void ranks() {
    List<RankChange> moved = comparison.ranks();
    if (moved.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("rrrr");
    table.row("rank", "A ends, " + unit.symbol(), "B ends, " + unit.symbol(), "change");
    for (RankChange rank : moved.subList(0, Math.min(RANKS, moved.size()))) {
      table.row(
          Integer.toString(rank.rank()),
          unit.number(rank.aEndSeconds()),
          unit.number(rank.bEndSeconds()),
          unit.signed(rank.change()));
    }
    out.println();
    out.println("Ranks whose end changed most (" + Math.min(RANKS, moved.size()) + " of "
        + Numbers.count(moved.size()) + ")");
    table.print(out, INDENT);
  }

  private void warnings(String heading, List<String> warnings) {
    if (!warnings.isEmpty()) {
      out.println();
      out.println(heading);
      warnings.forEach(warning -> out.println(INDENT + Printable.line(warning)));
    }
  }
}
