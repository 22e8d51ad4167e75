package io.github.tracecast.predict.print;

import static io.github.tracecast.predict.print.PredictionText.INDENT;
import static io.github.tracecast.trace.text.Numbers.counted;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;

/**
 * The part of a prediction's report that {@code --verbose} adds: the compressed trace, links,
 * skipped loops and the replay's rates.
 */
public final class PredictionDetails {
  private static final int LINKS = 10;
  private static final int SKIPS = 10;

  private final Prediction prediction;
  private final ReplayResult replay;
  private final TimeUnit unit;
  private final TerminalWriter out;

  public PredictionDetails(Prediction prediction, PrintWriter out) {
    this.prediction = prediction;
    this.replay = prediction.replay();
    this.unit = TimeUnit.of(replay.predictedSeconds());
    this.out = TerminalWriter.of(out);
  }

  public void print() {
    out.println();
    out.println("Compressed trace: " + counted(prediction.traceEvents(), "event") + ", "
        + counted(prediction.rankClasses(), "rank class"));
    out.println("Messages of the program itself, point to point: "
        + Numbers.count(replay.programMessages()) + " with "
        + Numbers.bytes(replay.programBytes()));
    if (!replay.links().isEmpty()) {
      out.println();
      links();
    }
    if (!replay.skips().isEmpty()) {
      out.println();
      skips();
    }
    out.println();
    cost();
  }

  private void links() {
    TextTable table = new TextTable("lrrr");
    table.heading("link", "messages", "bytes", "busy %");
    for (ReplayResult.LinkLoad link : prediction.busiestLinks(LINKS)) {
      table.row(
          link.link(),
          Numbers.count(link.messages()),
          Numbers.count(link.bytes()),
          Numbers.percent(link.utilization()));
    }
    out.println(
        Style.STRONG,
        "Busiest links"
            + (replay.links().size() > LINKS
                ? " (" + LINKS + " of " + Numbers.count(replay.links().size()) + ")"
                : ""));
    table.print(out, INDENT);
  }

  private void skips() {
    TextTable table = new TextTable("rrrrrrrr");
    table.heading(
        "loop",
        "depth",
        "period",
        "times",
        "iterations",
        "time, " + unit.symbol(),
        "deviation, " + unit.symbol(),
        "interval, +- " + unit.symbol());
    for (Skip skip : replay.skips().stream().limit(SKIPS).toList()) {
      table.row(
          skip.loopName(),
          Integer.toString(skip.depth()),
          Numbers.count(skip.period()),
          Numbers.count(skip.times()),
          Numbers.count(skip.iterations()),
          unit.number(skip.seconds()),
          unit.number(skip.deviationSeconds()),
          unit.number(skip.halfWidthSeconds()));
    }
    out.paragraph(
        "",
        "Fast-forward: replayed " + Numbers.count(replay.eventsReplayed()) + " of "
            + counted(replay.calls(), "MPI call") + "; skipped iterations of "
            + counted(replay.skips().size(), "steady loop")
            + (replay.skips().size() > SKIPS ? " (first " + SKIPS + ")" : ""));
    table.print(out, INDENT);
  }

  private void cost() {
    out.folded(
        "Replayed in " + Numbers.time(prediction.cost().wallSeconds()) + ": "
            + Numbers.rate(prediction.eventsPerSecond()) + " MPI calls/s, "
            + Numbers.rate(prediction.messagesPerSecond()) + " messages/s, peak memory "
            + Numbers.memory(prediction.cost().peakMemoryBytes()),
        INDENT);
  }
}
