package io.github.tracecast.predict.print;

import io.github.tracecast.predict.sensitivity.Derivative;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Shell;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The parts of a predicted time as text for people. */
public final class SensitivityText {
  private static final int CALL_SITES = 20;
  private static final int GROUPS = 8;
  private static final String INDENT = "  ";

  private final Sensitivity sensitivity;
  private final CriticalPath path;
  private final Numbers.TimeUnit unit;
  private final TerminalWriter out;

  public SensitivityText(Sensitivity sensitivity, PrintWriter out) {
    this.sensitivity = sensitivity;
    this.path = sensitivity.path();
    this.unit = Numbers.TimeUnit.of(path.seconds());
    this.out = TerminalWriter.of(out);
  }

  /**
   * Prints the report of the command: the answer, what to do next, and the details.
   *
   * @param next the command that is suggested next
   */
  public void print(String next) {
    headline();
    leeway().print(out, INDENT);
    out.paragraph("", "Engine: " + sensitivity.request().engine());
    Answer.next(next, out);
    out.println();
    print();
    out.println();
    TextTable settings = new TextTable("lw");
    settings.row("trace", sensitivity.name());
    settings.row("computation", sensitivity.computationText());
    Settings.describe(sensitivity.request(), settings::row);
    out.println(Style.STRONG, "Settings");
    settings.print(out, INDENT);
  }

  /** Prints the largest part of the time. */
  public void headline() {
    Share most = most();
    String part = Sensitivity.words(most) + " is " + ofRun(sensitivity.seconds(most)) + " of the ";
    String run = Numbers.time(path.seconds()) + " on " + Answer.on(sensitivity.machine());
    if (sensitivity.isReplayed()) {
      out.println(Style.STRONG, capitalised(part + run));
    } else {
      out.paragraph("", "Without contention, " + part + "critical path of " + run);
    }
  }

  /** Prints the details. */
  public void print() {
    heading((sensitivity.isReplayed() ? "Parts" : "Critical path: parts")
        + " of the time, and how many times as long each may take");
    shares().print(out, INDENT);
    out.println();
    heading("Options that make the run " + Numbers.perCent(sensitivity.slower().getFirst())
        + " slower");
    options().print(out, INDENT);
    out.println();
    heading("Change of the time when a property of the machine grows by 1%");
    derivatives().print(out, INDENT);
    sensitivity.chain().ifPresent(this::byCallSiteAndRank);
  }

  private void byCallSiteAndRank(CriticalPath chain) {
    String without = sensitivity.isReplayed() ? ", on the critical path without contention" : "";
    out.println();
    heading("By call site: computation before its calls, and time of its messages");
    if (sensitivity.isReplayed()) {
      out.println("(on the critical path without contention)");
    }
    parts(chain, sensitivity.bySite(chain), CALL_SITES, "call site").print(out, INDENT);
    out.println();
    heading("By rank" + without);
    parts(chain, sensitivity.byRanks(chain), GROUPS, "ranks").print(out, INDENT);
  }

  private void heading(String text) {
    out.println(Style.STRONG, text);
  }

  private static String capitalised(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private Share most() {
    return path.byShare().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(Share.COMPUTE);
  }

  /** The factor by which each part may grow before the run is slower by the least slowdown. */
  private TextTable leeway() {
    double slower = sensitivity.slower().getFirst();
    TextTable table = new TextTable("ll");
    for (Tolerance tolerance : sensitivity.tolerances()) {
      if (tolerance.slower() == slower && sensitivity.seconds(tolerance.share()) > 0) {
        table.row(
            Sensitivity.words(tolerance.share()),
            tolerance.factor().isPresent()
                ? "may take " + factor(tolerance) + " times as long before the run is "
                    + Numbers.perCent(slower) + " slower"
                : "may take any time");
      }
    }
    return table;
  }

  /** The options of a prediction that set the least slowdown's factors. */
  private TextTable options() {
    double slower = sensitivity.slower().getFirst();
    TextTable table = new TextTable("lw");
    for (Tolerance tolerance : sensitivity.tolerances()) {
      List<String> options = sensitivity.options(tolerance);
      if (tolerance.slower() == slower && !options.isEmpty()) {
        table.row(Sensitivity.words(tolerance.share()), Shell.command(options));
      }
    }
    return table;
  }

  private TextTable shares() {
    List<Double> parts = sensitivity.slower();
    TextTable table = new TextTable("lrr" + "r".repeat(parts.size()));
    List<String> head = new ArrayList<>(List.of("part", "time, " + unit.symbol(), "of the run"));
    parts.forEach(part -> head.add("run " + Numbers.perCent(part) + " slower"));
    table.heading(head.toArray(String[]::new));
    for (Share share : Share.values()) {
      double seconds = sensitivity.seconds(share);
      List<String> row =
          new ArrayList<>(List.of(Sensitivity.words(share), unit.number(seconds), ofRun(seconds)));
      sensitivity.tolerances().stream()
          .filter(t -> t.share() == share)
          .forEach(t -> row.add(factor(t)));
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private String ofRun(double seconds) {
    return percent(seconds, path);
  }

  private static String percent(double seconds, CriticalPath of) {
    return Numbers.percent(of.seconds() == 0 ? 0 : seconds / of.seconds()) + "%";
  }

  private static String factor(Tolerance tolerance) {
    return Numbers.ratio(tolerance.factor().orElse(Double.POSITIVE_INFINITY));
  }

  private TextTable derivatives() {
    Numbers.TimeUnit small = Numbers.TimeUnit.of(sensitivity.derivatives().stream()
        .mapToDouble(derivative -> 0.01 * Math.abs(derivative.seconds()))
        .max()
        .orElse(0));
    TextTable table = new TextTable("lrr");
    table.heading("property", "time, " + small.symbol(), "% of the run");
    for (Derivative derivative : sensitivity.derivatives()) {
      double seconds = 0.01 * derivative.seconds();
      table.row(
          derivative.name().replace('_', ' '),
          small.number(seconds),
          String.format(
              Locale.ROOT, "%.4f", path.seconds() == 0 ? 0 : 100 * seconds / path.seconds()));
    }
    return table;
  }

  private TextTable parts(CriticalPath of, List<Sensitivity.Part> parts, int most, String name) {
    TextTable table = new TextTable("srr");
    table.heading(name, "time, " + unit.symbol(), "of the run");
    List<Sensitivity.Part> shown =
        parts.stream().filter(part -> part.seconds() > 0).limit(most).toList();
    List<String> names = FunctionName.distinct(
        shown.stream().map(Sensitivity.Part::name).toList(), FunctionName::ofCall);
    for (int row = 0; row < shown.size(); row++) {
      double seconds = shown.get(row).seconds();
      table.row(names.get(row), unit.number(seconds), percent(seconds, of));
    }
    return table;
  }
}
