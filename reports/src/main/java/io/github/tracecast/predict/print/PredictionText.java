package io.github.tracecast.predict.print;

import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.model.SharedLink;
import io.github.tracecast.predict.model.SideBySide;
import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A prediction as text: the answer, its parts and the next command, then tables by rank and call
 * site. {@link PredictionDetails} prints the rest.
 */
public final class PredictionText {
  private static final int CALL_SITES = 10;
  private static final int SHARED_LINKS = 5;
  static final String INDENT = "  ";

  /** The text that separates a hint from its command. */
  private static final String COMMAND = ": tracecast ";

  private final Prediction prediction;
  private final ReplayResult replay;
  private final TimeUnit unit;
  private final TerminalWriter out;

  public PredictionText(Prediction prediction, PrintWriter out) {
    this.prediction = prediction;
    this.replay = prediction.replay();
    this.unit = TimeUnit.of(replay.predictedSeconds());
    this.out = TerminalWriter.of(out);
  }

  /**
   * Prints the report.
   *
   * @param mostRanks the most rows of the table of ranks, 0 for no table
   * @param allSites whether the table of call sites is complete, with the paths to the calls
   * @param next the command that is suggested next
   */
  public void print(int mostRanks, boolean allSites, Optional<String> next) {
    answer();
    prediction.averagedText().ifPresent(line -> out.paragraph("", line + "."));
    prediction
        .assumption()
        .map(Arguments::asOptions)
        .ifPresent(line -> out.paragraph(INDENT, line));
    parts();
    prediction.energyText().ifPresent(line -> out.paragraph("", line + "."));
    prediction.costText().ifPresent(line -> out.paragraph("", line + "."));
    out.paragraph("", recorded());
    Arguments.asOptions(prediction.hints()).forEach(this::hint);
    engine(prediction.setup());
    next.ifPresent(command -> Answer.next(command, out));
    out.println();
    means();
    out.println();
    callSites(allSites ? Integer.MAX_VALUE : CALL_SITES, allSites);
    if (mostRanks > 0) {
      out.println();
      new RankTable(prediction, unit).print(mostRanks, out);
    }
    out.println();
    setup();
  }

  /** Prints the predicted time, the range of the times of several seeds, and the whole run. */
  public void answer() {
    out.println(
        Style.STRONG,
        "Predicted: " + Numbers.time(replay.predictedSeconds()) + interval() + fits() + " on "
            + Answer.on(prediction.machine()));
    prediction.jobs().ifPresent(this::jobs);
    prediction.repeats().ifPresent(runs -> out.paragraph("", runs.words() + "."));
    prediction.wholeRun().ifPresent(run -> out.paragraph("", run.words() + "."));
  }

  /** Prints the times of each job, and the links that several jobs use. */
  private void jobs(SideBySide found) {
    new ShownColumns<>(JobTimes.COLUMNS, unit).text(found.jobs()).print(out, INDENT);
    found.background().forEach(words -> out.paragraph(INDENT, "Background: " + words + "."));
    int links = found.links().size();
    if (links == 0) {
      out.paragraph(INDENT, SideBySide.NO_LINKS);
      return;
    }
    out.paragraph(
        INDENT,
        "Links where jobs meet"
            + (links > SHARED_LINKS
                ? " (" + SHARED_LINKS + " of " + Numbers.count(links) + ")"
                : "")
            + ":");
    new ShownColumns<>(SharedLink.COLUMNS, unit)
        .text(found.links().stream().limit(SHARED_LINKS).toList())
        .print(out, INDENT);
  }

  private String interval() {
    double half = replay.halfWidthSeconds();
    return half == 0
        ? ""
        : " +- " + Numbers.time(half) + " with "
            + Numbers.perCent(prediction.setup().request().fastForward().confidence())
            + " confidence";
  }

  private String fits() {
    return prediction.fits().map(range -> " (" + range.words() + ")").orElse("");
  }

  /** Prints a hint. The command at the end of the hint is printed on its own line. */
  private void hint(String hint) {
    int command = hint.indexOf(COMMAND);
    out.paragraph("", command < 0 ? hint : hint.substring(0, command));
    if (command >= 0) {
      Answer.next(hint.substring(command + ": ".length()), out);
    }
  }

  /** Prints the parts of the time, average per rank. */
  private void parts() {
    double whole = replay.predictedSeconds();
    double communication = prediction.communication().mean();
    double waiting = prediction.waiting().mean();
    double late = prediction.jobs().map(SideBySide::meanStartSeconds).orElse(0.0);
    double early = whole - replay.meanRankSeconds();
    TextTable table = new TextTable("lrrl");
    part(table, "computation", prediction.compute().mean(), "");
    part(
        table,
        "communication",
        communication,
        waiting > 0 ? "(of which " + Numbers.percent(waiting / communication) + "% waiting)" : "");
    if (late > 0) {
      part(table, "not started", late, "(average rank)");
    }
    if (early > 0.0005 * whole) {
      part(table, "ended early", early, "(average until the last rank ends)");
    }
    table.print(out, INDENT);
    prediction.efficiencies().ifPresent(found -> out.paragraph(INDENT, found.words()));
    prediction.sharedCoresText().ifPresent(line -> out.paragraph(INDENT, line));
  }

  private void part(TextTable table, String name, double seconds, String remark) {
    double whole = replay.predictedSeconds();
    table.row(
        name,
        unit.number(seconds) + " " + unit.symbol(),
        whole == 0 ? "" : Numbers.percent(seconds / whole) + "%",
        remark);
  }

  /**
   * Returns the times of the recorded run with the reasons why they may not apply, or the
   * recordings from which the trace was extrapolated.
   */
  private String recorded() {
    Recorded recorded = prediction.recorded();
    boolean hasNone =
        recorded.computeSeconds().isEmpty() && recorded.communicationSeconds().isEmpty();
    return prediction
        .extrapolationText()
        .or(() -> hasNone ? Optional.of("The trace recorded no times.") : prediction.crowdedText())
        .orElseGet(() -> times(recorded));
  }

  private static String times(Recorded recorded) {
    StringJoiner text = new StringJoiner(", ", "Recorded: ", ", average per rank.");
    recorded
        .computeSeconds()
        .ifPresent(seconds -> text.add("computation " + Numbers.time(seconds)));
    recorded
        .communicationSeconds()
        .ifPresent(seconds -> text.add("communication " + Numbers.time(seconds)));
    recorded.meanRankSeconds().ifPresent(seconds -> text.add("total " + Numbers.time(seconds)));
    return text.toString();
  }

  private String ranks() {
    return Numbers.ranks(prediction.traceRanks(), prediction.computation().threads());
  }

  private void setup() {
    TextTable table = new TextTable("lw");
    table.row("trace", prediction.trace());
    table.row("run", ranks() + ", " + Numbers.counted(replay.calls(), "MPI call"));
    table.row("machine", prediction.machine().platform().name() + ": " + machine());
    prediction
        .machine()
        .platform()
        .collectivesOfTrace()
        .ifPresent(set -> table.row("collectives", set));
    table.row("computation", prediction.computationText() + instructions());
    Settings.describe(prediction.setup().request(), table::row);
    table.row(
        "messages",
        Numbers.counted(replay.messages(), "message") + " with " + Numbers.bytes(replay.bytes())
            + " in total");
    out.println(Style.STRONG, "Settings");
    table.print(out, INDENT);
  }

  private String instructions() {
    Platform platform = prediction.machine().platform();
    return prediction.recorded().instructions().isEmpty()
        ? ""
        : " (" + Numbers.approximate(prediction.recorded().instructions().getAsDouble())
            + " " + prediction.computation().counted() + " of all ranks at "
            + Numbers.approximate(
                platform.node().countsPerSecond(prediction.computation().flops()))
            + " per second)";
  }

  private void engine(Prediction.Setup setup) {
    out.paragraph(
        "",
        "Engine: " + setup.request().engine() + " " + setup.engineVersion()
            + (setup.contention().equals("none") ? ", no contention" : ""));
  }

  private String machine() {
    Machine machine = prediction.machine();
    StringJoiner text = new StringJoiner(", ");
    int used = machine.usedNodes();
    text.add((used < machine.nodes() ? Numbers.count(used) + " of " : "")
        + Numbers.counted(machine.nodes(), "node"));
    if (machine.shape().length > 0) {
      boolean closed = !Arrays.equals(machine.wraps(), new boolean[machine.wraps().length]);
      text.add(Grids.text(machine.shape()) + (closed ? " torus" : " mesh"));
    }
    text.add("at most " + Numbers.counted(machine.ranksPerNode(), "rank") + " per node");
    return text.toString();
  }

  private void means() {
    TextTable table = new TextTable("lrrr");
    table.heading("Time per rank, " + unit.symbol(), "average", "min", "max");
    row(table, INDENT + "computation", prediction.compute());
    row(table, INDENT + "communication", prediction.communication());
    row(table, INDENT + INDENT + "of which waiting", prediction.waiting());
    prediction.efficiencies().ifPresent(found -> {
      row(table, INDENT.repeat(3) + "for late ranks", found.waitingForRanks());
      row(table, INDENT.repeat(3) + "for the network", found.waitingForNetwork());
    });
    table.print(out, "");
    List<CallSiteTimes> sites = prediction.keptSites();
    if (!sites.isEmpty()) {
      out.paragraph(
          "",
          "Communication includes the recorded time of calls that are not modelled: "
              + Numbers.time(prediction.keptSeconds()) + " average per rank, most in "
              + sites.getFirst().call().mpiName());
    }
  }

  private void row(TextTable table, String name, Spread spread) {
    table.row(
        name, unit.number(spread.mean()), unit.number(spread.min()), unit.number(spread.max()));
  }

  /** Prints the most expensive call sites, with the callers of their functions if {@code paths} is true. */
  private void callSites(int most, boolean paths) {
    List<CallSiteTimes> all = prediction.callSites();
    List<CallSiteTimes> sites = all.stream()
        .sorted(Comparator.comparingDouble(CallSiteTimes::costSeconds).reversed())
        .limit(most)
        .toList();
    double longest =
        sites.stream().mapToDouble(CallSiteTimes::costSeconds).max().orElse(0);
    List<Column<CallSiteTimes>> columns = Column.chosen(
        PredictionTables.CALL_SITES,
        "site",
        "function",
        "call",
        "count",
        "computation before",
        "of all",
        "time",
        "of run",
        "average",
        "max",
        "of MPI");
    TextTable table =
        new ShownColumns<>(columns, TimeUnit.of(longest)).text(sites).least(10, 8, 9, 3, 5);
    out.println(
        Style.STRONG,
        "By call site, sum over all ranks"
            + (sites.size() < all.size()
                ? Arguments.asOptions(
                    " (" + sites.size() + " of " + all.size() + "; `verbose` has all)")
                : ""));
    table.print(out, INDENT);
    if (paths) {
      callers(sites);
    }
  }

  /** Lists the call sites' paths below their table, which has no room for paths. */
  private void callers(List<CallSiteTimes> sites) {
    TextTable table = new TextTable("rw");
    sites.stream()
        .filter(site -> !FunctionName.of(site.name()).equals(site.name()))
        .sorted(Comparator.comparingInt(CallSiteTimes::site))
        .map(site -> List.of(Integer.toString(site.site()), site.name()))
        .distinct()
        .forEach(cells -> table.row(cells.getFirst(), cells.getLast()));
    if (table.rows() > 0) {
      out.println();
      out.println(Style.STRONG, "Functions of the call sites and their callers");
      table.print(out, INDENT);
    }
  }
}
