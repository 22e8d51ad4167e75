package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The parts of each rank's time. If there are many ranks, neighbours are combined. */
final class RanksSection extends PageSection {
  /** As many as the matrix has, so that a bar and a row are the same ranks. */
  private static final int BINS = Traffic.MOST_BINS;

  private final Prediction prediction;
  private final List<RankTimes> ranks;
  private final TimeUnit unit;
  private final boolean single;
  private final List<RankBin> bins;

  RanksSection(Prediction prediction) {
    super("ranks", "Time by rank");
    this.prediction = prediction;
    this.ranks = prediction.replay().ranks();
    this.unit = TimeUnit.of(prediction.predictedSeconds());
    this.single = ranks.size() <= PredictionReport.MOST_ROWS;
    this.bins = RankBin.of(ranks, single ? PredictionReport.MOST_ROWS : BINS);
  }

  @Override
  public void write(Html html) {
    charts().getFirst().write(html);
    (single ? rankTable() : binTable()).writeFolded(html);
  }

  @Override
  public List<Chart> charts() {
    List<BarChart.Series> series = new ArrayList<>();
    series.add(BarChart.Series.bars("computation", values(bin -> bin.compute().mean())));
    series.add(BarChart.Series.bars("waiting", values(bin -> bin.waiting().mean())));
    series.add(BarChart.Series.bars("work in calls", values(bin -> bin.work().mean())));
    if (!single) {
      series.add(BarChart.Series.line("earliest end", values(bin -> bin.end().min())));
      series.add(BarChart.Series.line("latest end", values(bin -> bin.end().max())));
    }
    return List.of(new BarChart(
        "ranks-chart",
        summary(),
        BarChart.Layout.WIDE,
        "rank",
        "time, " + unit.symbol(),
        unit.perSecond(),
        bins.stream().map(RankBin::label).toList(),
        series,
        List.of()));
  }

  private double[] values(ToDoubleFunction<RankBin> value) {
    return bins.stream().mapToDouble(value).toArray();
  }

  private String summary() {
    double mean = prediction.replay().meanRankSeconds();
    double waiting = prediction.waiting().mean();
    double work = prediction.communication().mean() - waiting;
    RankTimes last =
        ranks.stream().reduce((a, b) -> b.endSeconds() > a.endSeconds() ? b : a).orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s. On average a rank computes for %s (%s%%), works in calls for %s (%s%%) and waits for %s (%s%%). "
            + "Rank %d ends last, after %s.",
        single
            ? Numbers.count(ranks.size()) + " ranks"
            : Numbers.count(ranks.size()) + " ranks, "
                + Numbers.count(bins.getFirst().last() + 1L)
                + " per bar; a bar is their average, and lines show the earliest and the latest end",
        Numbers.time(prediction.compute().mean()),
        share(prediction.compute().mean(), mean),
        Numbers.time(work),
        share(work, mean),
        Numbers.time(waiting),
        share(waiting, mean),
        last.rank(),
        Numbers.time(last.endSeconds()));
  }

  private static String share(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f", whole == 0 ? 0 : 100 * part / whole);
  }

  private Table rankTable() {
    Machine machine = prediction.machine();
    Table table = Table.sortable(
        "Every rank, " + unit.symbol(),
        "rank",
        "node",
        "end",
        "computation",
        "communication",
        "of which waiting");
    for (RankTimes rank : ranks) {
      table.row(
          Table.Cell.of(Integer.toString(rank.rank()), rank.rank()),
          Table.Cell.of(machine.nodeName(machine.nodeOf(rank.rank()))),
          Table.Cell.time(unit, rank.endSeconds()),
          Table.Cell.time(unit, rank.computeSeconds()),
          Table.Cell.time(unit, rank.callSeconds()),
          Table.Cell.time(unit, rank.waitSeconds()));
    }
    return table;
  }

  private Table binTable() {
    Table table = Table.sortable(
        "Ranks by bar, " + unit.symbol(),
        "ranks",
        "average computation",
        "min",
        "max",
        "average work in calls",
        "min",
        "max",
        "average waiting",
        "min",
        "max",
        "average end",
        "min",
        "max");
    List<Function<RankBin, Spread>> parts =
        List.of(RankBin::compute, RankBin::work, RankBin::waiting, RankBin::end);
    for (RankBin bin : bins) {
      List<Table.Cell> cells = new ArrayList<>();
      cells.add(Table.Cell.of(bin.label(), bin.first()));
      for (Function<RankBin, Spread> part : parts) {
        Spread spread = part.apply(bin);
        cells.add(Table.Cell.time(unit, spread.mean()));
        cells.add(Table.Cell.time(unit, spread.min()));
        cells.add(Table.Cell.time(unit, spread.max()));
      }
      table.row(cells.toArray(Table.Cell[]::new));
    }
    return table;
  }
}
