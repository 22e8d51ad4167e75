package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.model.Spread;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The parts of each rank's time. If there are many ranks, neighbouring ranks are combined. */
final class RanksSection {
  /**
   * The most bars, which is the number of rows of the traffic matrix, so that a bar and a row cover
   * the same ranks.
   */
  private static final int BINS = Traffic.MOST_BINS;

  /** Bars that differ by less than this share of the run's time look alike. */
  private static final double ALIKE = 0.02;

  private final Prediction prediction;
  private final List<RankTimes> ranks;
  private final TimeUnit unit;
  private final boolean single;
  private final List<RankBin> bins;

  private RanksSection(Prediction prediction) {
    this.prediction = prediction;
    this.ranks = prediction.replay().ranks();
    this.unit = TimeUnit.of(prediction.predictedSeconds());
    this.single = ranks.size() <= PredictionReport.MOST_ROWS;
    this.bins = RankBin.of(ranks, single ? PredictionReport.MOST_ROWS : BINS);
  }

  static PageSection of(Prediction prediction) {
    return new PageSection("ranks", "Time by rank", new RanksSection(prediction)::write);
  }

  private void write(SectionBody body) {
    if (alike()) {
      body.element(
          "p", "There is no chart, because all ranks are equal within 2% of the run. " + summary());
    } else {
      body.chart(chart());
    }
    (single ? rankTable() : binTable()).writeFolded(body);
  }

  /** Whether bars would differ too little to see the difference. */
  private boolean alike() {
    return Stream.<Function<RankBin, Spread>>of(
            RankBin::compute, RankBin::work, RankBin::waiting, RankBin::end)
        .allMatch(part -> {
          double min =
              bins.stream().mapToDouble(bin -> part.apply(bin).min()).min().orElse(0);
          double max =
              bins.stream().mapToDouble(bin -> part.apply(bin).max()).max().orElse(0);
          return max - min <= ALIKE * prediction.predictedSeconds();
        });
  }

  private Chart chart() {
    List<BarChart.Series> series = new ArrayList<>();
    series.add(BarChart.Series.bars("computation", values(bin -> bin.compute().mean())));
    series.add(BarChart.Series.bars("waiting", values(bin -> bin.waiting().mean())));
    series.add(BarChart.Series.bars("work in calls", values(bin -> bin.work().mean())));
    if (!single) {
      series.add(BarChart.Series.line("earliest end", values(bin -> bin.end().min())));
      series.add(BarChart.Series.line("latest end", values(bin -> bin.end().max())));
    }
    return new BarChart(
        "ranks-chart",
        summary(),
        BarChart.Layout.WIDE,
        "rank",
        "time, " + unit.symbol(),
        unit.perSecond(),
        bins.stream().map(RankBin::label).toList(),
        series,
        List.of());
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
            ? Numbers.counted(ranks.size(), "rank")
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
    return new ShownColumns<>(PredictionTables.ranks(prediction.machine()), unit)
        .page("Every rank", ranks);
  }

  private Table binTable() {
    String symbol = ", " + unit.symbol();
    List<String> headings = new ArrayList<>(List.of("ranks"));
    for (String part : List.of("computation", "work in calls", "waiting", "end")) {
      headings.addAll(List.of("average " + part + symbol, "min" + symbol, "max" + symbol));
    }
    Table table = Table.sortable("Ranks by bar", headings.toArray(String[]::new));
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
