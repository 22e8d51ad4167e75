package io.github.tracecast.predict.print;

import io.github.tracecast.predict.model.EngineDifference;
import io.github.tracecast.predict.sensitivity.Derivative;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.PathMessage;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Share;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parts of a predicted time as text for people. */
public final class SensitivityText {
  private static final int CALL_SITES = 20;
  private static final int GROUPS = 8;
  private static final int MESSAGES = 10;
  private static final String INDENT = "  ";

  private final Sensitivity sensitivity;
  private final CriticalPath path;
  private final Numbers.TimeUnit unit;
  private final PrintWriter out;

  public SensitivityText(Sensitivity sensitivity, PrintWriter out) {
    this.sensitivity = sensitivity;
    this.path = sensitivity.path();
    this.unit = Numbers.TimeUnit.of(path.seconds());
    this.out = out;
  }

  /** Prints the whole report. */
  public void print() {
    print(Optional.empty());
  }

  /**
   * Prints the whole report.
   *
   * @param difference from the time that predict says; empty if it is the same, or not known
   */
  public void print(Optional<EngineDifference> difference) {
    out.println((sensitivity.hasPath() ? "Critical path: " : "Predicted: ")
        + Numbers.time(path.seconds()) + " on "
        + sensitivity.machine().platform().name() + ", "
        + Numbers.counted(sensitivity.machine().ranks(), "rank") + ", engine "
        + sensitivity.engine()
        + difference.map(it -> "; " + it.text()).orElse(""));
    out.println("Computation: " + sensitivity.computationText());
    out.println();
    out.println("Shares of the time, and the factor on each share that makes the run slower");
    shares().print(out, INDENT);
    out.println();
    out.println("Change of the time when a property of the machine grows by 1%");
    derivatives().print(out, INDENT);
    if (sensitivity.hasPath()) {
      path();
    }
  }

  private void path() {
    out.println();
    out.println("By call site: computation before its calls, and time of its messages");
    table(sensitivity.bySite(), CALL_SITES).print(out, INDENT);
    out.println();
    out.println("By rank");
    table(sensitivity.byRanks(), GROUPS).print(out, INDENT);
    out.println();
    messages();
  }

  private TextTable shares() {
    List<Double> parts = sensitivity.slower();
    TextTable table = new TextTable("lrr" + "r".repeat(parts.size()));
    List<String> head = new ArrayList<>(List.of("share", "time, " + unit.symbol(), "of the run"));
    parts.forEach(part -> head.add(Numbers.perCent(part) + " slower"));
    table.row(head.toArray(String[]::new));
    for (Share share : Share.values()) {
      double seconds = path.byShare().get(share);
      List<String> row =
          new ArrayList<>(List.of(Sensitivity.name(share), unit.number(seconds), ofRun(seconds)));
      sensitivity.tolerances().stream()
          .filter(t -> t.share() == share)
          .forEach(t -> row.add(factor(t)));
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private String ofRun(double seconds) {
    return Numbers.percent(seconds / path.seconds()) + "%";
  }

  private static String factor(Tolerance tolerance) {
    return tolerance.factor().isPresent()
        ? Numbers.multiple(tolerance.factor().getAsDouble()) + " x"
        : "any";
  }

  private TextTable derivatives() {
    TextTable table = new TextTable("lrr");
    for (Derivative derivative : sensitivity.derivatives()) {
      double seconds = 0.01 * derivative.seconds();
      table.row(derivative.name().replace('_', ' '), Numbers.time(seconds), ofRun(seconds));
    }
    return table;
  }

  private TextTable table(List<Sensitivity.Part> parts, int most) {
    TextTable table = new TextTable("lrr");
    parts.stream()
        .filter(part -> part.seconds() > 0)
        .limit(most)
        .forEach(
            part -> table.row(part.name(), Numbers.time(part.seconds()), ofRun(part.seconds())));
    return table;
  }

  private void messages() {
    out.println(
        "Messages on the critical path: " + Numbers.count(sensitivity.messages().count())
            + ", in flight for " + Numbers.time(sensitivity.messages().seconds()));
    if (sensitivity.messages().most().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("rrrrrrl");
    table.row("from", "to", "bytes", "count", "time, " + unit.symbol(), "of the run", "call site");
    for (PathMessage message :
        sensitivity.messages().most().stream().limit(MESSAGES).toList()) {
      table.row(
          Integer.toString(message.sender()),
          Integer.toString(message.receiver()),
          Numbers.count(message.bytes()),
          Numbers.count(message.count()),
          unit.number(message.seconds()),
          ofRun(message.seconds()),
          sensitivity.siteOf(message.event()));
    }
    table.print(out, INDENT);
  }
}
