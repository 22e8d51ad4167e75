package io.github.tracecast.predict;

import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A sweep for people. */
final class SweepText {
  private final SweepResult result;
  private final SweepPlan plan;
  private final PrintWriter out;
  private final List<Integer> predicted;
  private final Numbers.TimeUnit unit;

  SweepText(SweepResult result, PrintWriter out) {
    this.result = result;
    this.plan = result.plan();
    this.out = out;
    this.predicted = IntStream.range(0, plan.size())
        .filter(point -> result.outcomes().get(point) instanceof Outcome.Predicted)
        .boxed()
        .toList();
    this.unit = Numbers.TimeUnit.of(predicted.stream()
        .mapToDouble(point -> predicted(point).predictedSeconds())
        .min()
        .orElse(0));
  }

  private Outcome.Predicted predicted(int point) {
    return (Outcome.Predicted) result.outcomes().get(point);
  }

  /** How many points, the fastest and the slowest. */
  void headline() {
    Comparator<Integer> bySeconds =
        Comparator.comparingDouble(point -> predicted(point).predictedSeconds());
    String extremes = predicted.isEmpty()
        ? ""
        : ": fastest " + extreme(predicted.stream().min(bySeconds).orElseThrow()) + "; slowest "
            + extreme(predicted.stream().max(bySeconds).orElseThrow());
    out.println("Swept: " + PredictionText.counted(plan.size(), "point")
        + (result.failed() == 0 ? "" : ", " + Numbers.count(result.failed()) + " of them FAILED")
        + extremes);
  }

  private String extreme(int point) {
    return unit.text(predicted(point).predictedSeconds()) + " at " + plan.name(point);
  }

  /** Everything, with so many rows by point at most. */
  void print(int most) {
    headline();
    out.println();
    PredictionRequest base = plan.base();
    TextTable facts = new TextTable("ll");
    facts.row("trace", result.trace() + ": " + PredictionText.counted(result.ranks(), "rank"));
    facts.row("platform", result.platform());
    facts.row("engine", base.engine() + " " + result.engineVersion());
    facts.row("mapping", base.mapping());
    facts.row("deltas", base.deltas().name().toLowerCase(Locale.ROOT));
    facts.print(out, "  ");
    if (most == 0) {
      return;
    }
    int rows = Math.min(most, plan.size());
    out.println();
    out.println(
        rows < plan.size()
            ? "By point (" + rows + " of " + Numbers.count(plan.size()) + ")"
            : "By point");
    int axes = plan.axes().size();
    TextTable table = new TextTable("r".repeat(axes + 4));
    String[] cells = new String[axes + 4];
    for (int axis = 0; axis < axes; axis++) {
      cells[axis] = plan.axes().get(axis).key();
    }
    cells[axes] = "predicted, " + unit.symbol();
    cells[axes + 1] = "computation, " + unit.symbol();
    cells[axes + 2] = "communication, " + unit.symbol();
    cells[axes + 3] = "of it waiting, " + unit.symbol();
    table.row(cells);
    for (int row = 0; row < rows; row++) {
      table.row(cells(rows == 1 ? 0 : (int) ((long) row * (plan.size() - 1) / (rows - 1))));
    }
    table.print(out, "  ");
    failures();
  }

  private String[] cells(int point) {
    int axes = plan.axes().size();
    String[] cells = new String[axes + 4];
    for (int axis = 0; axis < axes; axis++) {
      cells[axis] = plan.textAt(axis, point);
    }
    switch (result.outcomes().get(point)) {
      case Outcome.Predicted found -> {
        cells[axes] = unit.number(found.predictedSeconds());
        cells[axes + 1] = unit.number(found.compute().mean());
        cells[axes + 2] = unit.number(found.communication().mean());
        cells[axes + 3] = unit.number(found.waiting().mean());
      }
      case Outcome.Failed(String reason) -> {
        Arrays.fill(cells, axes, axes + 4, "");
        cells[axes] = "FAILED";
      }
    }
    return cells;
  }

  private void failures() {
    for (int point = 0; point < plan.size(); point++) {
      if (result.outcomes().get(point) instanceof Outcome.Failed(String reason)) {
        out.println("FAILED at " + plan.name(point) + ": " + reason);
      }
    }
  }
}
