package io.github.tracecast.predict.print;

import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.PrintWriter;
import java.util.List;

/** A ranking of mappings as text. */
public final class MappingText {
  private static final String INDENT = "  ";

  private final MappingRanking result;
  private final TerminalWriter out;

  public MappingText(MappingRanking result, PrintWriter out) {
    this.result = result;
    this.out = TerminalWriter.of(out);
  }

  /** Prints the fastest mapping, and whether it saves enough time to be used. */
  public void headline() {
    MappingRanking.Ranked best = result.best();
    MappingRanking.Ranked own = result.own();
    double gain = result.gain(best);
    String times = Numbers.time(best.predictedSeconds()) + " instead of "
        + Numbers.time(own.predictedSeconds()) + " with " + result.requested();
    out.println(
        Style.STRONG,
        gain < NextCommand.LEAST_GAIN
            ? "Keep mapping " + result.requested() + ": no other mapping saves 1% of its "
                + Numbers.time(own.predictedSeconds())
            : "Mapping " + best.name() + " saves " + Numbers.percent(gain) + "%: " + times);
  }

  /**
   * Prints all mappings.
   *
   * @param launches launcher options that use the fastest mapping
   * @param next the command that is suggested next
   */
  public void print(
      String trace,
      PredictionRequest request,
      String computation,
      List<String> launches,
      String next) {
    headline();
    MappingRanking.Ranked best = result.best();
    MappingRanking.Ranked own = result.own();
    TextTable cause = new TextTable("ll");
    cause.row("fastest", best.name() + ", " + Numbers.time(best.predictedSeconds()));
    cause.row(
        "links per byte",
        Numbers.ratio(result.hopsOfByte(best)) + " instead of "
            + Numbers.ratio(result.hopsOfByte(own)));
    cause.print(out, INDENT);
    out.println("Engine: " + EngineChoice.words(request));
    launches.forEach(out::println);
    Answer.next(next, out);
    out.println();
    out.println(Style.STRONG, "By mapping, gain against " + result.requested());
    new ShownColumns<>(result.columns(), TimeUnit.of(own.predictedSeconds()))
        .text(result.ranking())
        .least(3, 5)
        .print(out, INDENT);
    out.println();
    TextTable settings = new TextTable("lw");
    settings.row("trace", trace);
    settings.row("run", Numbers.counted(result.fastestMachine().ranks(), "rank"));
    settings.row("machine", result.fastestMachine().platform().name());
    settings.row("computation", computation);
    Settings.describe(request, settings::row);
    out.println(Style.STRONG, "Settings");
    settings.print(out, INDENT);
  }
}
