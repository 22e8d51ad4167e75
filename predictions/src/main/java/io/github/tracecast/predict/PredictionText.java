package io.github.tracecast.predict;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.Numbers.TimeUnit;
import io.github.tracecast.simulate.ReplayResult;
import io.github.tracecast.simulate.Skip;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A prediction for people. */
final class PredictionText {
  private static final int CALL_SITES = 20;
  private static final int LINKS = 10;
  private static final int SKIPS = 10;
  private static final int NAME_WIDTH = 40;
  private static final String INDENT = "  ";

  private final Prediction prediction;
  private final ReplayResult replay;
  private final TimeUnit unit;
  private final PrintWriter out;

  PredictionText(Prediction prediction, PrintWriter out) {
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
  void print(int mostRanks) {
    headline();
    out.println();
    setup();
    out.println();
    means();
    if (mostRanks > 0) {
      out.println();
      ranks(mostRanks);
    }
    out.println();
    callSites();
    if (!replay.links().isEmpty()) {
      out.println();
      links();
    }
    if (!replay.skips().isEmpty()) {
      out.println();
      skips();
    }
    if (!prediction.warnings().isEmpty()) {
      out.println();
      out.println("Warnings");
      prediction.warnings().forEach(warning -> out.println(INDENT + warning));
    }
    out.println();
    cost();
  }

  /** The prediction in one line. */
  void headline() {
    out.println("Predicted: " + unit.text(replay.predictedSeconds()) + " until the last rank ends, "
        + unit.text(replay.meanRankSeconds()) + " in the mean over ranks" + interval());
  }

  private String interval() {
    double half = replay.halfWidthSeconds();
    return half == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", +- %s with %s confidence",
            unit.text(half),
            Numbers.perCent(prediction.setup().fastForward().confidence()));
  }

  private void setup() {
    Prediction.Setup setup = prediction.setup();
    TextTable table = new TextTable("ll");
    table.row(
        "trace",
        prediction.trace() + ": " + counted(prediction.traceRanks(), "rank") + " in "
            + counted(prediction.rankClasses(), "class") + ", "
            + counted(prediction.traceEvents(), "event") + ", "
            + counted(replay.calls(), "MPI call"));
    table.row("platform", prediction.machine().platform().name() + ": " + machine());
    setup.figuresSet().forEach((key, value) -> table.row("", key + " set to " + value));
    table.row("mapping", setup.mapping());
    table.row("engine", setup.engine() + " " + setup.engineVersion() + contention(setup));
    table.row(
        "deltas",
        setup.deltas() + (setup.deltas().equals("histogram") ? ", seed " + setup.seed() : ""));
    if (setup.computeScale() != 1) {
      table.row("computation", "times " + setup.computeScale());
    }
    setup
        .computeScaleAt()
        .forEach((site, scale) ->
            table.row("computation", "times " + scale + " before calls at " + site));
    table.row(
        "messages",
        counted(replay.messages(), "message") + " of " + Numbers.count(replay.bytes())
            + " B in all, " + Numbers.count(replay.programMessages()) + " of them ("
            + Numbers.count(replay.programBytes()) + " B) the program's own, point to point");
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
    text.add(counted(machine.nodes(), "node"));
    if (machine.shape().length > 0) {
      StringJoiner shape = new StringJoiner("x");
      boolean closed = false;
      for (int d = 0; d < machine.shape().length; d++) {
        shape.add(Integer.toString(machine.shape()[d]));
        closed |= machine.wraps()[d];
      }
      text.add(shape + (closed ? " torus" : " mesh"));
    }
    text.add("at most " + counted(machine.ranksPerNode(), "rank") + " a node");
    return text.toString();
  }

  /** "1 class", "2 classes". */
  static String counted(long number, String noun) {
    String plural = noun.endsWith("s") ? noun + "es" : noun + "s";
    return Numbers.count(number) + " " + (number == 1 ? noun : plural);
  }

  private void means() {
    TextTable table = new TextTable("lrrr");
    table.row("Time of a rank, " + unit.symbol(), "mean", "min", "max");
    row(table, INDENT + "computation", prediction.compute());
    row(table, INDENT + "communication", prediction.communication());
    row(table, INDENT + "of it waiting", prediction.waiting());
    table.print(out, "");
    out.println(recorded());
  }

  private void row(TextTable table, String name, Spread spread) {
    table.row(
        name, unit.number(spread.mean()), unit.number(spread.min()), unit.number(spread.max()));
  }

  private String recorded() {
    Recorded recorded = prediction.recorded();
    if (recorded.computeSeconds().isEmpty() && recorded.communicationSeconds().isEmpty()) {
      return "The trace itself recorded no times.";
    }
    Platform platform = prediction.machine().platform();
    StringBuilder text = new StringBuilder("The trace itself recorded, in the mean over ranks: ");
    recorded
        .computeSeconds()
        .ifPresentOrElse(
            seconds -> text.append("computation ").append(Numbers.time(seconds)),
            () -> text.append("no computation"));
    recorded
        .instructions()
        .ifPresent(instructions -> text.append(String.format(
            Locale.ROOT,
            " (%.4g instructions of all ranks at %s's %.4g a second)",
            instructions,
            platform.name(),
            platform.node().instructionsPerSecond())));
    recorded
        .communicationSeconds()
        .ifPresentOrElse(
            seconds -> text.append(", communication ").append(Numbers.time(seconds)),
            () -> text.append(", no time inside calls"));
    recorded
        .meanRankSeconds()
        .ifPresent(seconds -> text.append(", together ").append(Numbers.time(seconds)));
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
        "waiting" + symbol);
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
    List<CallSiteTimes> sites = prediction.callSites();
    TextTable table = new TextTable("rlrrrrrrl");
    String symbol = ", " + unit.symbol();
    table.row(
        "site",
        "call",
        "count",
        "time" + symbol,
        "mean" + symbol,
        "max" + symbol,
        "app %",
        "MPI %",
        "name");
    for (CallSiteTimes site : sites.stream().limit(CALL_SITES).toList()) {
      table.row(
          Integer.toString(site.site()),
          site.call().mpiName(),
          Numbers.count(site.calls()),
          unit.number(site.seconds()),
          unit.number(site.meanSeconds()),
          unit.number(site.longestSeconds()),
          Numbers.percent(site.ofApplication()),
          Numbers.percent(site.ofMpi()),
          shortened(site.name()));
    }
    out.println("By call site, over all ranks"
        + (sites.size() > CALL_SITES ? " (" + CALL_SITES + " of " + sites.size() + ")" : ""));
    table.print(out, INDENT);
  }

  static String shortened(String name) {
    return name.length() <= NAME_WIDTH
        ? name
        : "..." + name.substring(name.length() - NAME_WIDTH + 3);
  }

  private void links() {
    TextTable table = new TextTable("lrrr");
    table.row("link", "messages", "bytes", "busy %");
    for (ReplayResult.LinkLoad link : prediction.busiestLinks(LINKS)) {
      table.row(
          link.link(),
          Numbers.count(link.messages()),
          Numbers.count(link.bytes()),
          Numbers.percent(link.utilization()));
    }
    out.println("Busiest links"
        + (replay.links().size() > LINKS
            ? " (" + LINKS + " of " + Numbers.count(replay.links().size()) + ")"
            : ""));
    table.print(out, INDENT);
  }

  private void skips() {
    TextTable table = new TextTable("rrrrrrrr");
    table.row(
        "loop",
        "depth",
        "period",
        "times",
        "iterations",
        "time, " + unit.symbol(),
        "deviation, " + unit.symbol(),
        "interval, +- " + unit.symbol());
    for (Skip skip : replay.skips().stream().limit(SKIPS).toList()) {
      table.row(
          Integer.toString(skip.loop()),
          Integer.toString(skip.depth()),
          Numbers.count(skip.period()),
          Numbers.count(skip.times()),
          Numbers.count(skip.iterations()),
          unit.number(skip.seconds()),
          unit.number(skip.deviationSeconds()),
          unit.number(skip.halfWidthSeconds()));
    }
    out.println("Fast-forwarded: " + Numbers.count(replay.eventsReplayed()) + " of "
        + counted(replay.calls(), "MPI call") + " replayed, the rest as "
        + counted(replay.skips().size(), "steady loop")
        + (replay.skips().size() > SKIPS ? " (" + SKIPS + " of them)" : ""));
    table.print(out, INDENT);
  }

  private void cost() {
    out.println(String.format(
        Locale.ROOT,
        "Replayed in %.3f s: %s MPI calls and %s messages a second, %s of memory at most",
        prediction.cost().wallSeconds(),
        Numbers.rate(prediction.eventsPerSecond()),
        Numbers.rate(prediction.messagesPerSecond()),
        Numbers.memory(prediction.cost().peakMemoryBytes())));
  }
}
