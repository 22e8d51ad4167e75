package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Recorded;
import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.predict.text.ChosenTimes;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.Numbers.TimeUnit;
import io.github.tracecast.predict.text.Printable;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.result.ReplayResult;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A prediction as text for people. It ends after the call sites; {@link PredictionDetails} prints
 * the rest.
 */
public final class PredictionText {
  private static final int CALL_SITES = 20;
  private static final int NAME_WIDTH = 40;
  static final String INDENT = "  ";

  private final Prediction prediction;
  private final ReplayResult replay;
  private final TimeUnit unit;
  private final PrintWriter out;

  public PredictionText(Prediction prediction, PrintWriter out) {
    this.prediction = prediction;
    this.replay = prediction.replay();
    this.unit = TimeUnit.of(replay.predictedSeconds());
    this.out = out;
  }

  /**
   * The whole report.
   *
   * @param mostRanks rows of the table of ranks, 0 for no table
   */
  public void print(int mostRanks) {
    headline();
    out.println("Computation: " + prediction.computationText());
    prediction.hints().forEach(out::println);
    out.println();
    setup();
    if (!prediction.warnings().isEmpty()) {
      out.println();
      out.println("Warnings");
      prediction.warnings().forEach(warning -> out.println(INDENT + Printable.line(warning)));
    }
    out.println();
    means();
    if (mostRanks > 0) {
      out.println();
      ranks(mostRanks);
    }
    out.println();
    callSites();
  }

  /** The prediction in one line. */
  public void headline() {
    out.println("Predicted: " + Numbers.time(replay.predictedSeconds())
        + " until the last rank ends, " + Numbers.time(replay.meanRankSeconds())
        + " average per rank" + interval() + fits());
  }

  private String interval() {
    double half = replay.halfWidthSeconds();
    return half == 0
        ? ""
        : ", +- " + Numbers.time(half) + " with "
            + Numbers.perCent(prediction.setup().fastForward().confidence()) + " confidence";
  }

  private String fits() {
    return prediction
        .fits()
        .map(range -> ", " + Numbers.time(range.lowSeconds()) + " to "
            + Numbers.time(range.highSeconds()) + " from the fits of computation")
        .orElse("");
  }

  private void setup() {
    Prediction.Setup setup = prediction.setup();
    TextTable table = new TextTable("ll");
    table.row(
        "trace",
        prediction.trace() + ": " + Numbers.counted(prediction.traceRanks(), "rank") + ", "
            + Numbers.counted(replay.calls(), "MPI call"));
    table.row("platform", prediction.machine().platform().name() + ": " + machine());
    setup.figuresSet().forEach((key, value) -> table.row("", key + " set to " + value));
    table.row("mapping", setup.mapping());
    table.row("engine", setup.engine() + " " + setup.engineVersion() + contention(setup));
    table.row("deltas", ChosenTimes.words(setup.deltas(), setup.seed()));
    setup
        .computeScaleAt()
        .forEach((site, scale) ->
            table.row("", "computation before " + site + " times " + Numbers.factor(scale)));
    table.row(
        "messages",
        Numbers.counted(replay.messages(), "message") + " with " + Numbers.bytes(replay.bytes())
            + " in total");
    table.print(out, INDENT);
  }

  private static String contention(Prediction.Setup setup) {
    return switch (setup.contention()) {
      case "none" -> ", no contention";
      case "links" -> ", contention on links";
      default -> "";
    };
  }

  private String machine() {
    Machine machine = prediction.machine();
    StringJoiner text = new StringJoiner(", ");
    text.add(Numbers.counted(machine.nodes(), "node"));
    if (machine.shape().length > 0) {
      StringJoiner shape = new StringJoiner("x");
      boolean closed = false;
      for (int d = 0; d < machine.shape().length; d++) {
        shape.add(Integer.toString(machine.shape()[d]));
        closed |= machine.wraps()[d];
      }
      text.add(shape + (closed ? " torus" : " mesh"));
    }
    text.add("at most " + Numbers.counted(machine.ranksPerNode(), "rank") + " per node");
    return text.toString();
  }

  private void means() {
    TextTable table = new TextTable("lrrr");
    table.row("Time per rank, " + unit.symbol(), "average", "min", "max");
    row(table, INDENT + "computation", prediction.compute());
    row(table, INDENT + "communication", prediction.communication());
    row(table, INDENT + INDENT + "of which waiting", prediction.waiting());
    table.print(out, "");
    kept();
    out.println(recorded());
  }

  private void kept() {
    List<CallSiteTimes> sites = prediction.keptSites();
    if (!sites.isEmpty()) {
      out.println("Communication includes " + Numbers.time(prediction.keptSeconds())
          + " average per rank as recorded, of calls that are not modelled, most in "
          + sites.getFirst().call().mpiName());
    }
  }

  private void row(TextTable table, String name, Spread spread) {
    table.row(
        name, unit.number(spread.mean()), unit.number(spread.min()), unit.number(spread.max()));
  }

  private String recorded() {
    Recorded recorded = prediction.recorded();
    if (recorded.computeSeconds().isEmpty() && recorded.communicationSeconds().isEmpty()) {
      return "The trace recorded no times.";
    }
    Platform platform = prediction.machine().platform();
    StringBuilder text = new StringBuilder("The trace recorded, average per rank: ");
    recorded
        .computeSeconds()
        .ifPresentOrElse(
            seconds -> text.append("computation ").append(Numbers.time(seconds)),
            () -> text.append("no computation"));
    recorded
        .instructions()
        .ifPresent(instructions -> text.append(" (")
            .append(Numbers.approximate(instructions))
            .append(" instructions of all ranks at ")
            .append(platform.name())
            .append("'s ")
            .append(Numbers.approximate(platform.node().instructionsPerSecond()))
            .append(" per second)"));
    recorded
        .communicationSeconds()
        .ifPresentOrElse(
            seconds -> text.append(", communication ").append(Numbers.time(seconds)),
            () -> text.append(", no time inside MPI calls"));
    recorded
        .meanRankSeconds()
        .ifPresent(seconds -> text.append(", total ").append(Numbers.time(seconds)));
    return text.toString();
  }

  private void ranks(int most) {
    String symbol = ", " + unit.symbol();
    TextTable table = new TextTable("rlrrrr");
    table.row(
        "rank",
        "node",
        "end" + symbol,
        "computation" + symbol,
        "communication" + symbol,
        "of which waiting" + symbol);
    int ranks = replay.ranks().size();
    int head = ranks <= most ? ranks : (most + 1) / 2;
    int tail = ranks <= most ? 0 : most / 2;
    addRanks(table, 0, head);
    if (head + tail < ranks) {
      table.row("...", "", "", "", "", "");
    }
    addRanks(table, ranks - tail, ranks);
    out.println("By rank"
        + (head + tail < ranks ? " (" + (head + tail) + " of " + Numbers.count(ranks) + ")" : ""));
    table.print(out, INDENT);
  }

  private void addRanks(TextTable table, int from, int to) {
    for (ReplayResult.RankTimes rank : replay.ranks().subList(from, to)) {
      table.row(
          Integer.toString(rank.rank()),
          prediction.machine().nodeName(prediction.machine().nodeOf(rank.rank())),
          unit.number(rank.endSeconds()),
          unit.number(rank.computeSeconds()),
          unit.number(rank.callSeconds()),
          unit.number(rank.waitSeconds()));
    }
  }

  private void callSites() {
    List<CallSiteTimes> all = prediction.callSites();
    List<CallSiteTimes> sites = mostTime(all);
    TimeUnit before = largest(sites, CallSiteTimes::computeSeconds);
    TimeUnit inside = largest(sites, CallSiteTimes::seconds);
    TimeUnit single = largest(sites, CallSiteTimes::longestSeconds);
    TextTable table = new TextTable("rlrrrrrrrl");
    table.row(
        "site",
        "call",
        "count",
        "computation before, " + before.symbol(),
        "time in call, " + inside.symbol(),
        "average, " + single.symbol(),
        "max, " + single.symbol(),
        "app %",
        "MPI %",
        "name");
    for (CallSiteTimes site : sites) {
      table.row(
          Integer.toString(site.site()),
          site.call().mpiName(),
          Numbers.count(site.calls()),
          before.number(site.computeSeconds()),
          inside.number(site.seconds()),
          single.number(site.meanSeconds()),
          single.number(site.longestSeconds()),
          Numbers.percent(site.ofApplication()),
          Numbers.percent(site.ofMpi()),
          shortened(site.name()));
    }
    out.println("By call site, sum over all ranks"
        + (sites.size() < all.size() ? " (" + sites.size() + " of " + all.size() + ")" : ""));
    table.print(out, INDENT);
  }

  /** Returns the sites with the most time in their calls and before them, in the original order. */
  private static List<CallSiteTimes> mostTime(List<CallSiteTimes> all) {
    Set<CallSiteTimes> most = all.stream()
        .sorted(Comparator.comparingDouble(
                (CallSiteTimes site) -> site.seconds() + site.computeSeconds())
            .reversed())
        .limit(CALL_SITES)
        .collect(Collectors.toSet());
    return all.stream().filter(most::contains).toList();
  }

  private static TimeUnit largest(
      List<CallSiteTimes> sites, ToDoubleFunction<CallSiteTimes> seconds) {
    return TimeUnit.of(sites.stream().mapToDouble(seconds).max().orElse(0));
  }

  static String shortened(String name) {
    return name.length() <= NAME_WIDTH
        ? name
        : "..." + name.substring(name.length() - NAME_WIDTH + 3);
  }
}
