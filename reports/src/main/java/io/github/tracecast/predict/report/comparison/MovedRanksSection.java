package io.github.tracecast.predict.report.comparison;

import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.Comparison.RankChange;
import io.github.tracecast.predict.compare.ComparisonTables;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.prediction.PredictionReport;
import io.github.tracecast.predict.report.prediction.RankBin;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The change of the time at which each rank ends. If there are many ranks, neighbouring ranks are
 * combined.
 */
record MovedRanksSection(Comparison comparison, TimeUnit unit, TimeUnit changes) {
  private static final int BINS = 256;

  /** Changes that differ by less than this share of the run's time have no chart. */
  private static final double NARROW = 0.02;

  static PageSection of(Comparison comparison, TimeUnit unit, TimeUnit changes) {
    return new PageSection(
        "ranks",
        "Ranks whose end time changed",
        new MovedRanksSection(comparison, unit, changes)::write);
  }

  private void write(SectionBody body) {
    if (comparison.ranks().isEmpty()) {
      return;
    }
    boolean alike = comparison.ranksMoveAlike();
    if (alike || isNarrow()) {
      body.element(
          "p",
          "There is no chart, because all changes "
              + (alike ? "are equal within 2%. " : "differ by at most 2% of the run. ")
              + summary(1));
    } else {
      body.chart(chart());
    }
    table().writeFolded(body);
  }

  /** Whether the changes differ by so little of the run's time that their differences mean nothing. */
  private boolean isNarrow() {
    var all = comparison.ranks().stream().mapToDouble(RankChange::change).summaryStatistics();
    boolean some = all.getCount() < comparison.a().ranks(); // the other ranks changed by 0
    double least = some ? Math.min(0, all.getMin()) : all.getMin();
    double most = some ? Math.max(0, all.getMax()) : all.getMax();
    Comparison.Quantity predicted = comparison.quantity("predicted_seconds");
    return most - least <= NARROW * Math.max(predicted.a(), predicted.b());
  }

  private Chart chart() {
    int ranks = comparison.a().ranks();
    int ranksPerBar = ranks <= PredictionReport.MOST_ROWS ? 1 : Math.ceilDiv(ranks, BINS);
    int bars = Math.ceilDiv(ranks, ranksPerBar);
    double[] mean = new double[bars];
    double[] least = new double[bars];
    double[] most = new double[bars];
    double[] change = new double[ranks];
    comparison.ranks().forEach(rank -> change[rank.rank()] = rank.change());
    List<String> labels = new ArrayList<>();
    for (int bar = 0; bar < bars; bar++) {
      int first = bar * ranksPerBar;
      int end = Math.min(first + ranksPerBar, ranks);
      var summary = Arrays.stream(change, first, end).summaryStatistics();
      mean[bar] = summary.getAverage();
      least[bar] = summary.getMin();
      most[bar] = summary.getMax();
      labels.add(RankBin.label(first, end - 1));
    }
    List<BarChart.Series> series = new ArrayList<>();
    series.add(BarChart.Series.bars("change of the end", mean));
    if (ranksPerBar > 1) {
      series.add(BarChart.Series.line("least", least));
      series.add(BarChart.Series.line("most", most));
    }
    return new BarChart(
        "ranks-chart",
        summary(ranksPerBar),
        BarChart.Layout.WIDE,
        "rank",
        "change of the end, " + changes.symbol(),
        changes.perSecond(),
        labels,
        series,
        List.of());
  }

  private String summary(int ranksOfBar) {
    List<RankChange> moved = comparison.ranks();
    RankChange most = moved.getFirst();
    return Numbers.count(moved.size()) + " of " + Numbers.count(comparison.a().ranks())
        + (moved.size() == 1 ? " ranks ends" : " ranks end") + " at a different time"
        + (ranksOfBar > 1 ? "; a bar is the average of " + Numbers.count(ranksOfBar) : "")
        + ". Rank " + most.rank() + " changed most, by " + Numbers.change(most.change()) + ".";
  }

  private Table table() {
    List<RankChange> moved = comparison.ranks();
    int shown = Math.min(PredictionReport.MOST_ROWS, moved.size());
    return new ShownColumns<>(ComparisonTables.RANKS, unit, changes)
        .page(
            Table.caption(
                shown,
                moved.size(),
                "Every rank whose end time changed",
                "ranks whose end time changed most"),
            moved.subList(0, shown));
  }
}
