package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.mapping.MappingRanking.Ranked;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;

/** Every mapping that was tried, the fastest first. */
record MappingsSection(MappingRanking ranking, TimeUnit unit) {
  /** The most rows of the picture. */
  private static final int DRAWN = 32;

  static PageSection of(MappingRanking ranking) {
    TimeUnit unit = TimeUnit.of(ranking.own().predictedSeconds());
    return new PageSection(
        "mappings", "Mappings by predicted time", new MappingsSection(ranking, unit)::write);
  }

  private Chart chart() {
    List<Ranked> drawn =
        ranking.ranking().subList(0, Math.min(DRAWN, ranking.ranking().size()));
    return new BarChart(
        "mappings-chart",
        summary(drawn.size()),
        BarChart.Layout.ROWS,
        "",
        "gain against " + ranking.requested() + ", %",
        100,
        drawn.stream().map(this::label).toList(),
        List.of(BarChart.Series.bars(
            "gain", drawn.stream().mapToDouble(ranking::gain).toArray())),
        List.of());
  }

  private String label(Ranked one) {
    if (one == ranking.own()) {
      return "▸ " + one.name() + ": " + unit.number(one.predictedSeconds()) + " " + unit.symbol();
    }
    return one == ranking.best() ? "▸ " + one.name() : one.name();
  }

  private String summary(int drawn) {
    int all = ranking.ranking().size();
    Ranked slowest = ranking.ranking().getLast();
    return "Gain of each mapping against " + ranking.requested()
        + "; mappings that use the same nodes are shown once"
        + (drawn < all ? "; the " + drawn + " fastest of " + Numbers.count(all) : "") + ". "
        + ranking.best().name() + " is fastest, " + slowest.name() + " slowest, with "
        + Numbers.time(slowest.predictedSeconds()) + ".";
  }

  private void write(SectionBody body) {
    body.chart(chart());
    new ShownColumns<>(ranking.columns(), unit)
        .page("Mappings, gain against " + ranking.requested(), ranking.ranking())
        .write(body);
  }
}
