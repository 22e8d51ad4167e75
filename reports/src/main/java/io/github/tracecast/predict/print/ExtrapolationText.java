package io.github.tracecast.predict.print;

import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.tools.extrapolate.Extrapolation;
import io.github.tracecast.tools.extrapolate.Scaling;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/** An extrapolation as text. */
public final class ExtrapolationText {
  private static final String INDENT = "  ";

  private ExtrapolationText() {}

  /** Prints the number of ranks and the recordings. */
  public static void headline(Extrapolation result, int ranks, PrintWriter out) {
    TerminalWriter.of(out)
        .folded(
            "Extrapolated to " + Numbers.count(ranks) + " ranks (" + result.layout() + ") from "
                + String.join(", ", result.recorded()),
            INDENT);
  }

  /**
   * Prints the whole report.
   *
   * @param scaling weak or strong scaling, as the user stated it; empty if the growth of
   *     computation was fitted
   */
  public static void print(
      Extrapolation result, int ranks, Optional<Scaling> scaling, PrintWriter writer) {
    TerminalWriter out = TerminalWriter.of(writer);
    headline(result, ranks, out);
    line(
        out,
        Numbers.count(result.constants()) + " values stay, " + Numbers.count(result.growing())
            + " follow a rule");
    boolean one = result.recorded().size() == 1;
    scaling.ifPresent(stated -> line(
        out,
        "as stated: " + stated.text() + " scaling; "
            + (one
                ? "no further recording tests sizes, loops and computation"
                : "the computation of "
                    + (stated == Scaling.WEAK ? "a rank" : "all ranks together")
                    + " is the average of the recordings")));
    if (scaling.isEmpty() && result.recorded().size() < 3) {
      line(
          out,
          "computation: fitted as a power of the number of ranks; a third recording would test the power and give an interval");
    }
    if (result.computeHalfWidth() > 0) {
      line(
          out,
          "computation: +- " + Numbers.percent(result.computeHalfWidth())
              + "% (95% interval of " + (scaling.isPresent() ? "a further recording" : "its fits")
              + ")");
    }
    result
        .computeLeftOut()
        .forEach((recorded, error) -> line(
            out,
            "the other recordings predict the computation on " + Numbers.counted(recorded, "rank")
                + " to " + (error < 0 ? "-" : "+") + Numbers.percent(Math.abs(error)) + "%"));
    for (Map.Entry<Integer, int[]> recorded : result.leftOut().entrySet()) {
      line(
          out,
          "the other recordings predict " + Numbers.count(recorded.getValue()[1]) + " of the "
              + Numbers.counted(recorded.getValue()[0], "value") + " on "
              + Numbers.counted(recorded.getKey(), "rank"));
    }
    for (String rule : result.untested()) {
      line(out, "not tested by a further recording: " + rule);
    }
  }

  private static void line(TerminalWriter out, String text) {
    out.folded(INDENT + text, INDENT + INDENT);
  }
}
