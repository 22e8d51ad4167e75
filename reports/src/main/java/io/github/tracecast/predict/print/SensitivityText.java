package io.github.tracecast.predict.print;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Shell;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** The parts of a predicted time as text. */
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
    settings.row("machine", Answer.on(sensitivity.machine()));
    settings.row("computation", sensitivity.computationText());
    Settings.describe(sensitivity.request(), settings::row);
    out.println(Style.STRONG, "Settings");
    settings.print(out, INDENT);
  }

  /** Prints the largest part of the time. */
  public void headline() {
    Share most = most();
    String part =
        Sensitivity.words(most) + " is " + Numbers.percent(sensitivity.ofRun(most)) + "% of the ";
    String run = Numbers.time(path.seconds()) + " on ";
    if (sensitivity.isReplayed()) {
      out.println(
          Style.STRONG,
          "On the critical path, " + part + run
              + sensitivity.machine().platform().name());
    } else {
      out.paragraph(
          "",
          "Without contention, " + part + "critical path of " + run
              + Answer.on(sensitivity.machine()));
    }
  }

  /** Prints the tables of parts, tolerances, derivatives, call sites and ranks. */
  public void print() {
    heading("Parts of the critical path, and the factor by which each may grow");
    new ShownColumns<>(sensitivity.shareColumns(), unit)
        .text(List.of(Share.values()))
        .print(out, INDENT);
    out.println();
    heading("Options that make the run " + Numbers.perCent(sensitivity.slower().getFirst())
        + " slower");
    options().print(out, INDENT);
    out.println();
    heading("Change of the time when a property of the machine grows by 1%");
    new ShownColumns<>(sensitivity.derivativeColumns(), unit)
        .text(sensitivity.derivatives())
        .print(out, INDENT);
    sensitivity.chain().ifPresent(this::byCallSiteAndRank);
  }

  private void byCallSiteAndRank(CriticalPath chain) {
    String without = sensitivity.isReplayed() ? ", on the critical path without contention" : "";
    out.println();
    heading("By call site: computation before its calls, and time of its messages");
    if (sensitivity.isReplayed()) {
      out.println("(on the critical path without contention)");
    }
    parts(Sensitivity.siteColumns(chain), sensitivity.bySite(chain), CALL_SITES);
    out.println();
    heading("By rank" + without);
    parts(Sensitivity.rankColumns(chain), sensitivity.byRanks(chain), GROUPS);
  }

  private void heading(String text) {
    out.println(Style.STRONG, text);
  }

  private Share most() {
    return path.byShare().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(Share.COMPUTE);
  }

  /**
   * Returns, for each part of the time, the factor by which it may grow before the run has the
   * first given slowdown.
   */
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

  /** Returns, by part, the options of a prediction that apply the factor of {@link #leeway}. */
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

  private static String factor(Tolerance tolerance) {
    return Numbers.ratio(tolerance.factor().orElse(Double.POSITIVE_INFINITY));
  }

  private void parts(
      List<Column<Sensitivity.Part>> columns, List<Sensitivity.Part> parts, int most) {
    new ShownColumns<>(columns, unit)
        .text(parts.stream().filter(part -> part.seconds() > 0).limit(most).toList())
        .print(out, INDENT);
  }
}
