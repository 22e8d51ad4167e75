package io.github.tracecast.predict.print;

import static io.github.tracecast.predict.print.PredictionText.INDENT;
import static io.github.tracecast.trace.text.Numbers.counted;

import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;

/**
 * The part of a prediction's report that {@code --verbose} adds: the compressed trace, the call
 * sites as mpiP lists them, links, loops with skipped iterations and the replay's rates.
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
    out.println("Point-to-point messages of the program itself: "
        + Numbers.count(replay.programMessages()) + " with "
        + Numbers.bytes(replay.programBytes()));
    out.println();
    callSites();
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

  private void callSites() {
    double longest = prediction.callSites().stream()
        .mapToDouble(CallSiteTimes::seconds)
        .max()
        .orElse(0);
    out.println(Style.STRONG, "By call site as in mpiP, sum over all ranks");
    new ShownColumns<>(PredictionTables.CALL_SITES_OF_MPIP, TimeUnit.of(longest))
        .text(prediction.callSites())
        .print(out, INDENT);
  }

  private void links() {
    out.println(
        Style.STRONG,
        "Busiest links"
            + (replay.links().size() > LINKS
                ? " (" + LINKS + " of " + Numbers.count(replay.links().size()) + ")"
                : ""));
    new ShownColumns<>(PredictionTables.LINKS, unit)
        .text(prediction.busiestLinks(LINKS))
        .print(out, INDENT);
  }

  private void skips() {
    out.paragraph(
        "",
        "Fast-forward: replayed " + Numbers.count(replay.eventsReplayed()) + " of "
            + counted(replay.calls(), "MPI call") + "; skipped iterations of "
            + counted(replay.skips().size(), "periodic loop")
            + (replay.skips().size() > SKIPS ? " (first " + SKIPS + ")" : ""));
    new ShownColumns<>(PredictionTables.SKIPS, unit)
        .text(replay.skips().stream().limit(SKIPS).toList())
        .print(out, INDENT);
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
