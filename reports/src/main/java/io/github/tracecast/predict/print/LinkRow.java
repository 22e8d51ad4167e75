package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Routes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.LinkUse;
import java.util.List;
import java.util.function.Consumer;

/**
 * The messages and bytes on a link between two times.
 *
 * @param level level of the link, such as global
 * @param bytes the payload in bytes
 * @param busySeconds seconds that the link needs for these bytes at its full bandwidth
 */
record LinkRow(
    double fromSeconds,
    double toSeconds,
    String link,
    String level,
    double bytesPerSecond,
    long messages,
    long bytes,
    double busySeconds) {

  /** The columns without the slice of time and the link's properties. */
  private static final List<Column<LinkRow>> FIGURES = List.of(
      Column.count("messages", "", LinkRow::messages),
      Column.count("bytes", "", LinkRow::bytes),
      Column.time("busy_seconds", "", LinkRow::busySeconds),
      Column.share("utilization", "", LinkRow::utilization));

  private static final List<Column<LinkRow>> LINK = List.of(Column.name("link", "", LinkRow::link));

  private static final List<Column<LinkRow>> SLICE = List.of(
      Column.time("from_seconds", "", LinkRow::fromSeconds),
      Column.time("to_seconds", "", LinkRow::toSeconds));

  private static final List<Column<LinkRow>> PROPERTIES = List.of(
      Column.name("level", "", LinkRow::level),
      new Column<>("bytes_per_second", "", Column.Kind.COUNT, LinkRow::bytesPerSecond));

  /** The columns of a link during the whole run. */
  static final List<Column<LinkRow>> OF_RUN = Column.joined(LINK, PROPERTIES, FIGURES);

  /** The columns of a link during a slice of time. */
  static final List<Column<LinkRow>> OF_SLICE = Column.joined(SLICE, LINK, FIGURES);

  /** All columns, for a file with only one kind of rows. */
  static final List<Column<LinkRow>> ALL = Column.joined(SLICE, LINK, PROPERTIES, FIGURES);

  /** The share of the link's capacity that was used. */
  double utilization() {
    return toSeconds > fromSeconds ? busySeconds / (toSeconds - fromSeconds) : 0;
  }

  /** Visits the links in use during the whole run, in the order of their numbers. */
  static void totals(LinkUse use, Prediction prediction, Consumer<LinkRow> visitor) {
    Routes routes = prediction.machine().routes();
    double end = prediction.predictedSeconds();
    for (int link = 0; link < routes.linkCount(); link++) {
      if (use.messages(link) > 0 || use.busyPicos(link) > 0) {
        visitor.accept(
            of(routes, link, 0, end, use.messages(link), use.bytes(link), use.busyPicos(link)));
      }
    }
  }

  /** Visits the links in use in each slice of time. The last slice ends with the run. */
  static void slices(LinkUse use, Prediction prediction, Consumer<LinkRow> visitor) {
    Routes routes = prediction.machine().routes();
    double end = prediction.predictedSeconds();
    use.forEachCell((slice, link, messages, bytes, busyPicos) -> {
      double from = Picos.seconds(slice * use.slicePicos());
      double to = Picos.seconds((slice + 1) * use.slicePicos());
      visitor.accept(
          of(routes, link, from, from < end ? Math.min(to, end) : to, messages, bytes, busyPicos));
    });
  }

  private static LinkRow of(
      Routes routes, int link, double from, double to, long messages, long bytes, long busyPicos) {
    return new LinkRow(
        from,
        to,
        routes.linkName(link),
        routes.linkLevel(link),
        routes.linkBytesPerSecond(link),
        messages,
        bytes,
        Picos.seconds(busyPicos));
  }
}
