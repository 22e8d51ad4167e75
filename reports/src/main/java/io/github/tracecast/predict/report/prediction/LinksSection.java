package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.platform.Routes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.NodePlanes;
import io.github.tracecast.predict.report.chart.PlanesChart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The use of links by level. On a torus, a level is a dimension and a direction. */
final class LinksSection {
  private static final int BUSIEST = 20;

  private final Prediction prediction;
  private final Map<String, List<LinkLoad>> kinds = new TreeMap<>();

  private final UseBins bins;

  /** Whether all links are in one bin. */
  private final boolean alike;

  private LinksSection(Prediction prediction) {
    this.prediction = prediction;
    this.bins = UseBins.of(prediction.replay().links());
    for (LinkLoad link : prediction.replay().links()) {
      kinds.computeIfAbsent(kind(link), kind -> new ArrayList<>()).add(link);
    }
    this.alike =
        prediction.replay().links().stream().mapToInt(bins::of).distinct().count() == 1;
  }

  static PageSection of(Prediction prediction) {
    return new PageSection("links", "Load of links", new LinksSection(prediction)::write);
  }

  /** A link's level; on a torus, the link's name without its coordinates. */
  private String kind(LinkLoad link) {
    if (!isTorus()) {
      return link.level();
    }
    int place = link.link().indexOf(" (");
    return place < 0 ? link.link() : link.link().substring(0, place);
  }

  private boolean isTorus() {
    return prediction.machine().shape().length > 0;
  }

  private Chart byUse() {
    List<BarChart.Series> series = new ArrayList<>();
    kinds.forEach((kind, links) -> series.add(BarChart.Series.bars(kind, histogram(links))));
    return new BarChart(
        "links-chart",
        "Number of links by utilization, which is the used share of a link's capacity. "
            + summary(),
        BarChart.Layout.HISTOGRAM,
        "utilization, %",
        "links",
        1,
        IntStream.range(0, bins.count()).mapToObj(bins::label).toList(),
        series,
        List.of());
  }

  /**
   * Returns a chart of busy links with one panel for each level. A link is shown at the node where
   * it starts.
   */
  private Chart onTorus() {
    NodePlanes planes = new NodePlanes(prediction.machine());
    Map<String, Integer> nodes = planes.nodesByName();
    List<PlanesChart.Panel> panels = new ArrayList<>();
    kinds.forEach((kind, links) -> {
      double[] busy = new double[planes.cells()];
      for (LinkLoad link : links) {
        String node = link.link().substring(kind.length() + 1);
        int cell = planes.cell(Objects.requireNonNull(nodes.get(node), node));
        busy[cell] = Math.max(busy[cell], 100 * link.utilization());
      }
      panels.add(new PlanesChart.Panel(kind, busy));
    });
    return new PlanesChart(
        "torus-chart",
        "Utilization of each link, on a linear scale from 0 to "
            + bins.edge(bins.count()).toPlainString()
            + "%. A link is drawn at the node where it begins, with one panel for each direction"
            + (planes.nodesOfCell() > 1 ? ". A cell shows the busiest link in it. " : ". ")
            + planes.summary() + ".",
        planes,
        "% of capacity",
        false,
        bins.edge(bins.count()).doubleValue(),
        panels);
  }

  /** Returns the number of links of each level. On a torus, each direction has half of the links of its dimension. */
  private Map<String, Integer> allLinks() {
    Routes routes = prediction.machine().routes();
    Map<String, Integer> counts = new HashMap<>();
    for (int link = 0; link < routes.linkCount(); link++) {
      if (routes.exists(link)) {
        counts.merge(routes.linkLevel(link), 1, Integer::sum);
      }
    }
    if (isTorus()) {
      kinds.forEach((kind, links) -> {
        int level = Objects.requireNonNull(counts.get(links.getFirst().level()));
        counts.put(kind, kind.equals(links.getFirst().level()) ? level : level / 2);
      });
    }
    return counts;
  }

  private double[] histogram(List<LinkLoad> links) {
    double[] counts = new double[bins.count()];
    for (LinkLoad link : links) {
      counts[bins.of(link)]++;
    }
    return counts;
  }

  private String summary() {
    List<LinkLoad> top = prediction.busiestLinks(1);
    int links = prediction.replay().links().size();
    return Numbers.counted(links, "link") + (links == 1 ? " carries" : " carry")
        + " messages; the busiest, " + top.getFirst().link() + ", uses "
        + Numbers.percent(top.getFirst().utilization()) + "% of its capacity."
        + (prediction.machine().routes().adapts()
                && prediction.setup().contention().equals("none")
            ? " Messages are counted on the routes that they would take over idle links, although the machine's"
                + " routing is adaptive."
            : "");
  }

  private void write(SectionBody body) {
    if (kinds.isEmpty()) {
      body.element("p", "No link carried a message.");
      return;
    }
    if (isTorus()) {
      body.chart(onTorus());
    }
    if (alike) {
      body.element(
          "p",
          "There is no chart, because each link uses from "
              + bins.label(bins.of(prediction.busiestLinks(1).getFirst())).replace("–", " to ")
              + "% of its capacity. "
              + summary());
    } else {
      body.chart(byUse());
    }
    Table byKind = Table.sortable(
        "By level of links; the utilization of a level includes its unused links",
        "level",
        "links used",
        "bytes",
        "utilization of the level, %",
        "average of used links, %",
        "min, %",
        "max, %");
    Map<String, Integer> all = allLinks();
    kinds.forEach((kind, links) -> {
      double[] busy = links.stream().mapToDouble(LinkLoad::utilization).toArray();
      int count = Objects.requireNonNull(all.get(kind));
      byKind.row(
          Table.Cell.of(kind),
          Table.Cell.count(links.size()),
          Table.Cell.count(links.stream().mapToLong(LinkLoad::bytes).sum()),
          Table.Cell.percent(Arrays.stream(busy).sum() / count),
          Table.Cell.percent(Arrays.stream(busy).average().orElse(0)),
          Table.Cell.percent(Arrays.stream(busy).min().orElse(0)),
          Table.Cell.percent(Arrays.stream(busy).max().orElse(0)));
    });
    byKind.write(body);
    new ShownColumns<>(PredictionTables.LINKS, TimeUnit.of(prediction.predictedSeconds()))
        .page("Busiest links", prediction.busiestLinks(BUSIEST))
        .write(body);
  }
}
