package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.mapping.MappingRanking.Ranked;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.Numbers.TimeUnit;
import java.util.List;

/** Every mapping that was tried, the fastest first. */
final class MappingsSection implements PageSection {
  /** Most rows of the picture. */
  private static final int DRAWN = 32;

  private final MappingRanking ranking;
  private final TimeUnit unit;

  MappingsSection(MappingRanking ranking) {
    this.ranking = ranking;
    this.unit = TimeUnit.of(ranking.own().predictedSeconds());
  }

  @Override
  public String id() {
    return "mappings";
  }

  @Override
  public String title() {
    return "Mappings by predicted time";
  }

  @Override
  public List<Chart> charts() {
    List<Ranked> drawn =
        ranking.ranking().subList(0, Math.min(DRAWN, ranking.ranking().size()));
    return List.of(new BarChart(
        "mappings-chart",
        summary(drawn.size()),
        BarChart.Layout.ROWS,
        "",
        "predicted time, " + unit.symbol(),
        unit.perSecond(),
        drawn.stream().map(Ranked::name).toList(),
        List.of(BarChart.Series.bars(
            "predicted time",
            drawn.stream().mapToDouble(Ranked::predictedSeconds).toArray())),
        List.of()));
  }

  private String summary(int drawn) {
    int all = ranking.ranking().size();
    Ranked slowest = ranking.ranking().getLast();
    return "Predicted time of each mapping; mappings to the same nodes are shown once"
        + (drawn < all ? "; the " + drawn + " fastest of " + Numbers.count(all) : "") + ". "
        + ranking.best().name() + " is fastest, " + slowest.name() + " slowest, with "
        + Numbers.time(slowest.predictedSeconds()) + ".";
  }

  @Override
  public void write(Html html) {
    charts().getFirst().write(html);
    Table table = Table.sortable(
        "Mappings",
        "mapping",
        "time, " + unit.symbol(),
        "gain against " + ranking.asked() + ", %",
        "bytes × links",
        "links per byte",
        "same as");
    for (Ranked one : ranking.ranking()) {
      table.row(
          Table.Cell.of(one.name()),
          Table.Cell.time(unit, one.predictedSeconds()),
          Table.Cell.percent(ranking.gain(one)),
          Table.Cell.of(Numbers.count(Math.round(one.bytesTimesHops())), one.bytesTimesHops()),
          Table.Cell.of(Numbers.ratio(ranking.hopsOfByte(one)), ranking.hopsOfByte(one)),
          Table.Cell.of(String.join(", ", one.sameAs())));
    }
    table.write(html);
  }
}
