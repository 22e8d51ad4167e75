package io.github.tracecast.predict.model;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.simulate.result.Skip;
import java.util.List;
import java.util.Map;

/** The columns of a prediction's tables. */
public final class PredictionTables {
  /** The parts of the ranks' time. */
  public static final List<Column<Prediction>> PARTS = Column.joined(
      Spread.columns("compute_seconds", "", Prediction::compute),
      Spread.columns("communication_seconds", "", Prediction::communication),
      Spread.columns("waiting_seconds", "", Prediction::waiting));

  /** The times of call sites, summed over all ranks. */
  public static final List<Column<CallSiteTimes>> CALL_SITES = List.of(
      Column.number("site", "site", CallSiteTimes::site),
      Column.longName("name", "function", CallSiteTimes::name),
      Column.name("call", "call", site -> site.call().mpiName()),
      Column.count("calls", "count", CallSiteTimes::calls),
      Column.time("seconds", "time", CallSiteTimes::seconds),
      Column.singleTime("mean_seconds", "average", CallSiteTimes::meanSeconds),
      Column.singleTime("max_seconds", "max", CallSiteTimes::longestSeconds),
      Column.time("waiting_seconds", "of which waiting", CallSiteTimes::waitingSeconds),
      Column.time("compute_seconds_before", "computation before", CallSiteTimes::computeSeconds),
      Column.percent("percent_of_computation", "of all", CallSiteTimes::ofComputation),
      Column.percent("percent_of_app", "of run", CallSiteTimes::ofApplication),
      Column.percent("percent_of_mpi", "of MPI", CallSiteTimes::ofMpi));

  private static final Column<CallSiteTimes> VARIATION =
      Column.optionalRatio("coefficient_of_variation", "COV", CallSiteTimes::variation);

  /** The times of call sites in the order of mpiP's table of aggregate time, with its headings. */
  public static final List<Column<CallSiteTimes>> CALL_SITES_OF_MPIP = Column.joined(
      named(
          Column.chosen(CALL_SITES, "call", "site", "time", "of run", "of MPI", "count"),
          Map.of("of run", "app", "of MPI", "MPI")),
      List.of(VARIATION));

  /** The loads of links. */
  public static final List<Column<LinkLoad>> LINKS = List.of(
      Column.name("link", "link", LinkLoad::link),
      Column.name("level", "", LinkLoad::level),
      Column.count("messages", "messages", LinkLoad::messages),
      Column.count("bytes", "bytes", LinkLoad::bytes),
      Column.share("utilization", "utilization", LinkLoad::utilization));

  /** The loops in which iterations were skipped. */
  public static final List<Column<Skip>> SKIPS = List.of(
      Column.number("loop", "", Skip::loop),
      new Column<>(
          "",
          "loop",
          Column.Kind.NUMBER,
          skip -> skip.loop() < 0 ? skip.loopName() : Long.valueOf(skip.loop())),
      Column.number("depth", "depth", Skip::depth),
      Column.count("period", "iterations per period", Skip::period),
      Column.count("times", "times skipped", Skip::times),
      Column.count("iterations", "iterations skipped", Skip::iterations),
      Column.time("seconds", "time", Skip::seconds),
      Column.time("deviation_seconds", "deviation", Skip::deviationSeconds),
      Column.time("interval_half_width_seconds", "interval +-", Skip::halfWidthSeconds));

  private PredictionTables() {}

  /** Returns columns under other headings. */
  private static List<Column<CallSiteTimes>> named(
      List<Column<CallSiteTimes>> columns, Map<String, String> headings) {
    return columns.stream()
        .map(column -> new Column<>(
            column.key(),
            headings.getOrDefault(column.heading(), column.heading()),
            column.kind(),
            column.value()))
        .toList();
  }

  /**
   * The columns of call sites, with their variation between ranks if it is known. A page has room
   * for a longer heading of the share of computation.
   */
  public static List<Column<CallSiteTimes>> callSites(List<CallSiteTimes> sites) {
    List<Column<CallSiteTimes>> columns = named(CALL_SITES, Map.of("of all", "of computation"));
    return sites.stream().allMatch(site -> site.variation().isEmpty())
        ? columns
        : Column.joined(columns, List.of(VARIATION));
  }

  /** The columns of the ranks' times on a machine. */
  public static List<Column<RankTimes>> ranks(Machine machine) {
    return List.of(
        Column.number("rank", "rank", RankTimes::rank),
        Column.number("node", "", rank -> machine.nodeOf(rank.rank())),
        Column.name("", "node", rank -> machine.nodeName(machine.nodeOf(rank.rank()))),
        Column.time("end_seconds", "end", RankTimes::endSeconds),
        Column.time("compute_seconds", "computation", RankTimes::computeSeconds),
        Column.time("communication_seconds", "communication", RankTimes::callSeconds),
        Column.time("waiting_seconds", "of which waiting", RankTimes::waitSeconds));
  }
}
