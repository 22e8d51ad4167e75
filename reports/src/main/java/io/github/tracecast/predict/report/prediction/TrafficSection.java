package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.report.chart.MatrixChart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The bytes from each rank to each other rank. */
public final class TrafficSection {
  private static final int HEAVIEST = 20;

  private final Traffic traffic;

  /** A sentence that states which messages are counted. */
  private final String counted;

  /** The cells with traffic, numbered by sender's bin x bins + receiver's bin, the most bytes first. */
  private final List<Integer> cells;

  private TrafficSection(Traffic traffic, String counted) {
    this.traffic = traffic;
    this.counted = counted;
    int bins = traffic.bins();
    this.cells = IntStream.range(0, bins * bins)
        .filter(cell -> traffic.messages(cell / bins, cell % bins) > 0)
        .boxed()
        .sorted(Comparator.comparingLong(cell -> -traffic.bytes(cell / bins, cell % bins)))
        .toList();
  }

  /** Shows the point-to-point messages of a trace, without the messages of collectives. */
  public static PageSection ofTrace(Traffic traffic) {
    return section(
        traffic,
        "Only messages of point-to-point calls are counted, because the messages of collectives depend on the"
            + " machine. ");
  }

  /** Shows all messages of a replay. */
  public static PageSection ofReplay(Traffic traffic, Platform platform) {
    return section(
        traffic,
        "Messages of collective algorithms are included"
            + (platform.tree().isPresent() || platform.interrupt().isPresent()
                ? ", except for collectives on the collective network, which send no messages between ranks. "
                : ". "));
  }

  private static PageSection section(Traffic traffic, String counted) {
    return new PageSection(
        "traffic", "Communication matrix", new TrafficSection(traffic, counted)::write);
  }

  private void write(SectionBody body) {
    if (cells.isEmpty()) {
      body.element("p", "No messages between ranks. " + counted.strip());
      return;
    }
    body.chart(new MatrixChart("traffic-chart", summary(), traffic));
    Table table = Table.sortable(
        Table.caption(
            Math.min(HEAVIEST, cells.size()),
            cells.size(),
            "All cells with messages",
            "cells with the most bytes"),
        "from",
        "to",
        "messages",
        "bytes");
    for (int cell : cells.stream().limit(HEAVIEST).toList()) {
      int from = cell / traffic.bins();
      int to = cell % traffic.bins();
      table.row(
          Table.Cell.of(bin(from), from),
          Table.Cell.of(bin(to), to),
          Table.Cell.count(traffic.messages(from, to)),
          Table.Cell.count(traffic.bytes(from, to)));
    }
    table.writeFolded(body);
  }

  private String summary() {
    int heaviest = cells.getFirst();
    int from = heaviest / traffic.bins();
    int to = heaviest % traffic.bins();
    String grain = traffic.ranksPerBin() == 1
        ? "One cell for each pair of ranks"
        : "Ranks in bins of " + Numbers.count(traffic.ranksPerBin());
    return grain
        + ", senders from top to bottom, receivers from left to right. A stronger colour means more bytes, on a logarithmic scale. "
        + counted
        + Numbers.count(cells.size()) + " of "
        + Numbers.count((long) traffic.bins() * traffic.bins())
        + " cells have messages. The largest has " + Numbers.count(traffic.bytes(from, to))
        + " B from "
        + named(from) + " to " + named(to) + ".";
  }

  private String named(int bin) {
    return (traffic.ranksPerBin() == 1 ? "rank " : "ranks ") + bin(bin);
  }

  private String bin(int bin) {
    int first = bin * traffic.ranksPerBin();
    int last = Math.min(first + traffic.ranksPerBin(), traffic.ranks()) - 1;
    return RankBin.label(first, last);
  }
}
