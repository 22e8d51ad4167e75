package io.github.tracecast.predict.report.mapping;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.NodePlanes;
import io.github.tracecast.predict.report.chart.PlanesChart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.prediction.PredictionReport;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The placement of ranks by the fastest mapping and by the mapping of {@code --mapping}. */
record PlacementSection(MappingRanking ranking) {
  static PageSection of(MappingRanking ranking) {
    return new PageSection("placement", "Placement", new PlacementSection(ranking)::write);
  }

  private Chart chart() {
    NodePlanes planes = new NodePlanes(ranking.fastestMachine());
    List<PlanesChart.Panel> panels = new ArrayList<>();
    panels.add(panel(ranking.best().name() + ", the fastest", ranking.fastestMachine(), planes));
    if (ranking.best() != ranking.own()) {
      panels.add(panel(ranking.requested(), ranking.requestedMachine(), planes));
    }
    return new PlanesChart(
        "placement-chart",
        planes.summary()
            + ". The colour of a node shows its lowest rank. Ranks with similar numbers have similar colours.",
        planes,
        "rank",
        true,
        0,
        panels);
  }

  private static PlanesChart.Panel panel(String name, Machine machine, NodePlanes planes) {
    double[] lowest = new double[planes.cells()];
    Arrays.fill(lowest, Double.NaN);
    for (int rank = machine.ranks() - 1; rank >= 0; rank--) {
      lowest[planes.cell(machine.nodeOf(rank))] = rank;
    }
    return new PlanesChart.Panel(name, lowest);
  }

  private void write(SectionBody body) {
    if (ranking.fastestMachine().shape().length > 0) {
      body.chart(chart());
    }
    int ranks = ranking.fastestMachine().ranks();
    int shown = Math.min(PredictionReport.MOST_ROWS, ranks);
    Table table = Table.sortable(
        shown < ranks
            ? "The first " + shown + " of " + Numbers.count(ranks) + " ranks and their nodes"
            : "Ranks and their nodes",
        "rank",
        ranking.best().name(),
        ranking.requested());
    for (int rank = 0; rank < shown; rank++) {
      table.row(
          Table.Cell.of(Integer.toString(rank), rank),
          node(ranking.fastestMachine(), rank),
          node(ranking.requestedMachine(), rank));
    }
    table.writeFolded(body);
  }

  private static Table.Cell node(Machine machine, int rank) {
    return Table.Cell.of(machine.nodeName(machine.nodeOf(rank)));
  }
}
