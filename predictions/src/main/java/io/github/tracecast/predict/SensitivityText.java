package io.github.tracecast.predict;

import io.github.tracecast.simulate.lanes.CriticalPath;
import io.github.tracecast.simulate.lanes.PathMessage;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Tolerance;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a predicted time consists of, for people. */
final class SensitivityText {
  private static final int CALL_SITES = 20;
  private static final int GROUPS = 8;
  private static final int MESSAGES = 10;
  private static final String INDENT = "  ";

  private final Sensitivity sensitivity;
  private final CriticalPath path;
  private final Numbers.TimeUnit unit;
  private final PrintWriter out;

  SensitivityText(Sensitivity sensitivity, PrintWriter out) {
    this.sensitivity = sensitivity;
    this.path = sensitivity.path();
    this.unit = Numbers.TimeUnit.of(path.seconds());
    this.out = out;
  }

  /** All of it. */
  void print() {
    out.println("Critical path: " + unit.text(path.seconds()) + " on "
        + sensitivity.machine().platform().name() + ", "
        + sensitivity.machine().ranks() + " ranks, engine loggp");
    out.println();
    out.println(
        "What it consists of, and how many times as long each may take before the run is slower");
    shares().print(out, INDENT);
    out.println();
    out.println("By how much the time changes when a property of the machine grows by 1%");
    derivatives().print(out, INDENT);
    out.println();
    out.println("By call site: computation before the calls, and what their messages take");
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
    List<String> head = new ArrayList<>(List.of("share", unit.symbol(), "of the run"));
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
        ? String.format(Locale.ROOT, "%.4f x", tolerance.factor().getAsDouble())
        : "any";
  }

  private TextTable derivatives() {
    TextTable table = new TextTable("lrr");
    for (Derivative derivative : sensitivity.derivatives()) {
      double seconds = 0.01 * derivative.seconds();
      table.row(derivative.name().replace('_', ' '), unit.text(seconds), ofRun(seconds));
    }
    return table;
  }

  private TextTable table(List<Sensitivity.Part> parts, int most) {
    TextTable table = new TextTable("lrr");
    parts.stream()
        .filter(part -> part.seconds() > 0)
        .limit(most)
        .forEach(part -> table.row(part.name(), unit.text(part.seconds()), ofRun(part.seconds())));
    return table;
  }

  private void messages() {
    out.println(
        "Messages that it goes along: " + Numbers.count(sensitivity.messages().count())
            + ", under way for " + unit.text(sensitivity.messages().seconds()));
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
