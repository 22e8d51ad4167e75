package io.github.tracecast.predict.print;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.AxisUnit;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.report.table.ProductionWords;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.NearFastest;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.Shard;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** A sweep as text. */
public final class SweepText {
  private static final String INDENT = "  ";
  private static final String FAILED = "FAILED";
  private static final int COLUMNS = 8;

  private final SweepResult result;
  private final SweepPlan plan;
  private final TerminalWriter out;
  private final Numbers.TimeUnit unit;

  public SweepText(SweepResult result, PrintWriter out) {
    this.result = result;
    this.plan = result.plan();
    this.out = TerminalWriter.of(out);
    this.unit = Numbers.TimeUnit.of(
        result.fastest().map(point -> result.seconds(point).getAsDouble()).orElse(0.0));
  }

  /** Prints the number of points that a share of a sweep has added to its journal. */
  public static void share(
      SweepPlan plan, Shard share, long failed, Path journal, PrintWriter out) {
    out.println("Share " + share.number() + "/" + share.of() + ": "
        + Numbers.counted(share.sizeOf(plan), "point") + " of " + plan.size() + " in " + journal
        + (failed == 0 ? "" : ", " + failed + " FAILED"));
  }

  /** Prints the number of points and the range of their times. */
  public void headline() {
    String range = result
        .fastest()
        .map(fastest -> ": " + range(fastest, result.slowest().orElseThrow()))
        .orElse("");
    out.println(
        Style.STRONG,
        "Swept " + Numbers.counted(plan.size(), "point")
            + (result.failed() == 0 ? "" : ", " + Numbers.count(result.failed()) + " FAILED")
            + range);
  }

  private String range(int fastest, int slowest) {
    String from = Numbers.time(result.seconds(fastest).getAsDouble());
    String to = Numbers.time(result.seconds(slowest).getAsDouble());
    String symbol = to.substring(to.lastIndexOf(' '));
    return (from.endsWith(symbol) ? from.substring(0, from.length() - symbol.length()) : from)
        + " to " + to;
  }

  /** The largest number of points of the Pareto front that the report lists. */
  private static final int MOST_OF_FRONT = 8;

  /** Prints the whole report, with at most {@code most} points. */
  public void print(int most) {
    headline();
    result.assumption().map(Arguments::asOptions).ifPresent(line -> out.paragraph(INDENT, line));
    result.oneNode().map(Arguments::asOptions).ifPresent(line -> out.paragraph(INDENT, line));
    result.noEffect().map(Arguments::asOptions).ifPresent(line -> out.paragraph(INDENT, line));
    NearFastest.of(result).ifPresent(this::answer);
    out.paragraph("", "Engine: " + engine());
    NextCommand.afterSweep(result).ifPresent(command -> Answer.next(command, out));
    details(most);
    failures();
    out.println();
    settings();
  }

  private void answer(NearFastest near) {
    TextTable table = new TextTable("lw");
    if (result.hasChoice()) {
      table.row(
          "fastest",
          plan.label(near.fastest())
              + result.fits(near.fastest()).map(range -> ": " + range.words()).orElse(""));
      for (int i = 0; i < near.words().size(); i++) {
        table.row(
            i > 0 ? "" : near.spread().isPresent() ? "alike" : "within 1%",
            near.words().get(i));
      }
    } else if (result.noEffect().isEmpty()) {
      RankScaling.of(result).stream()
          .limit(MOST_OF_FRONT)
          .flatMap(scaling -> scaling.efficiencyText().stream())
          .forEach(words -> table.row("efficiency", words));
    }
    ProductionWords production = new ProductionWords(result);
    production.length().ifPresent(words -> table.row("length", words));
    production.deadline().ifPresent(words -> table.row("deadline", words));
    result
        .cheapest()
        .ifPresent(point -> table.row(
            result.against().least(),
            plan.label(point) + ": " + production.chosen(point)
                + result
                    .fits(point)
                    .map(range -> "; recorded run: " + range.words())
                    .orElse("")));
    List<OptionalDouble> amounts = result.amounts();
    List<Integer> front = result.front(amounts);
    if (result.hasTradeOff(front)) {
      for (int i = 0; i < front.size() && i < MOST_OF_FRONT; i++) {
        table.row(
            i > 0 ? "" : "front",
            against(front.get(i), amounts.get(front.get(i)).getAsDouble()));
      }
      if (front.size() > MOST_OF_FRONT) {
        table.row("", "and " + Numbers.counted(front.size() - MOST_OF_FRONT, "further point"));
      }
    }
    table.print(out, INDENT);
  }

  /** Describes a point of the Pareto front: the time of a run, and its cost, energy or nodes. */
  private String against(int point, double amount) {
    return plan.label(point) + ": "
        + Numbers.time(result.run(point).orElseThrow().seconds()) + ", "
        + result.against().text(amount);
  }

  private void settings() {
    TextTable facts = new TextTable("lw");
    facts.row("trace", result.trace());
    facts.row("run", ranks());
    facts.row("machine", String.join(", ", result.platforms()));
    facts.row("computation", result.computation());
    result.describe(facts::row);
    out.println(Style.STRONG, "Settings");
    facts.print(out, INDENT);
  }

  private void details(int most) {
    if (most == 0) {
      return;
    }
    out.println();
    if (plan.size() > most && plan.axes().size() == 2 && !plan.zipped()) {
      matrix(most);
    } else {
      rows(most);
    }
    RankScaling.of(result).forEach(this::scaling);
  }

  private String engine() {
    PredictionRequest base = plan.base();
    return plan.varies("engine")
        ? String.join(", ", result.engines())
        : result.engines().getFirst()
            + EngineChoice.words(base).substring(base.engine().length());
  }

  private String ranks() {
    return plan.varies(SweptTraces.RANKS)
        ? "ranks varied"
        : Numbers.counted(result.ranks(), "rank");
  }

  private void scaling(RankScaling scaling) {
    out.println();
    out.paragraph(
        "",
        "Scaling" + (scaling.line().isEmpty() ? "" : " at " + scaling.line()) + " ("
            + scaling.kindText() + ")");
    List<Column<RankScaling.Step>> columns = new ArrayList<>(RankScaling.Step.TIME);
    if (scaling.hasFits()) {
      columns.addAll(RankScaling.Step.FITS);
    }
    columns.addAll(RankScaling.Step.SPEED_UP);
    new ShownColumns<>(columns, unit).text(scaling.steps()).print(out, INDENT);
    efficiencies(scaling);
    result.recordedText().ifPresent(line -> out.paragraph(INDENT, line));
    out.paragraph(INDENT, scaling.bendText());
    scaling.reasons().forEach(reason -> out.paragraph(INDENT, reason + "."));
  }

  /** Prints the efficiencies that explain the speed-up. */
  private void efficiencies(RankScaling scaling) {
    List<Column<RankScaling.Step>> columns =
        Column.joined(Column.chosen(RankScaling.Step.TIME, "ranks"), RankScaling.Step.EXPLANATION);
    TextTable table = new ShownColumns<>(columns, unit)
        .text(scaling.steps().stream()
            .filter(step -> step.efficiencies().isPresent())
            .toList());
    if (table.rows() > 0) {
      out.println();
      table.print(out, INDENT);
    }
  }

  private void rows(int most) {
    int[] shown = Numbers.evenly(plan.size(), most);
    out.println(
        Style.STRONG,
        shown.length < plan.size()
            ? "By point (" + shown.length + " of " + Numbers.count(plan.size()) + ")"
            : "By point");
    PointColumns points = new PointColumns(result);
    List<Column<Integer>> columns = new ArrayList<>(points.place());
    columns.removeIf(column -> column.heading().isEmpty() || column.heading().equals("point"));
    int axes = columns.size();
    columns.addAll(Column.chosen(
        points.figures(),
        "predicted",
        "computation",
        "communication",
        "of which waiting",
        "whole run",
        "node hours",
        "energy",
        "cost",
        "nodes in time"));
    points.jobs().stream()
        .filter(column -> column.heading().endsWith(" slowdown"))
        .forEach(columns::add);
    new ShownColumns<>(columns, unit)
        .text(Arrays.stream(shown).boxed().toList())
        .least(axes + 3, axes + 2, axes + 1)
        .print(out, INDENT);
  }

  /** Prints the predictions as a matrix, with one axis down and the other across. */
  private void matrix(int most) {
    Axis down = plan.axes().getFirst();
    Axis across = plan.axes().getLast();
    int[] rows = Numbers.evenly(down.values().size(), most);
    int[] columns = Numbers.evenly(across.values().size(), COLUMNS);
    out.paragraph(
        "",
        "Predicted, " + unit.symbol() + ": " + AxisUnit.heading(down) + " down (" + rows.length
            + " of "
            + down.values().size() + "), " + AxisUnit.heading(across) + " across (" + columns.length
            + " of "
            + across.values().size() + ")");
    TextTable table = new TextTable("r".repeat(columns.length + 1)).least(inner(columns.length));
    String[] cells = new String[columns.length + 1];
    cells[0] = "";
    for (int column = 0; column < columns.length; column++) {
      cells[column + 1] = AxisUnit.text(across, columns[column]);
    }
    table.heading(cells);
    for (int row : rows) {
      cells = new String[columns.length + 1];
      cells[0] = AxisUnit.text(down, row);
      for (int column = 0; column < columns.length; column++) {
        cells[column + 1] = seconds(row * across.values().size() + columns[column]);
      }
      table.row(cells);
    }
    table.print(out, INDENT);
  }

  /**
   * Returns the columns between the first and the last value, in the order in which a narrow table
   * leaves them out. Every second column comes first.
   */
  private static int[] inner(int values) {
    return IntStream.concat(
            IntStream.iterate(2, i -> i < values, i -> i + 2),
            IntStream.iterate(3, i -> i < values, i -> i + 2))
        .toArray();
  }

  private String seconds(int point) {
    return switch (result.outcomes().get(point)) {
      case Outcome.Predicted found -> unit.number(found.predictedSeconds());
      case Outcome.Failed(String reason) -> FAILED;
    };
  }

  private void failures() {
    for (int point = 0; point < plan.size(); point++) {
      if (result.outcomes().get(point) instanceof Outcome.Failed(String reason)) {
        out.println(FittingText.message(
            FAILED + " at " + plan.label(point) + ": " + Arguments.asOptions(reason)));
      }
    }
  }
}
