package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.table.AxisUnit;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Every point with its figures. */
final class PointsSection extends PageSection {
  private final SweepResult result;
  private final SweepPlan plan;
  private final TimeUnit unit;

  PointsSection(SweepResult result, TimeUnit unit) {
    super("points", "Points");
    this.result = result;
    this.plan = result.plan();
    this.unit = unit;
  }

  @Override
  public void write(Html html) {
    boolean intervals = result.outcomes().stream()
        .anyMatch(outcome ->
            outcome instanceof Outcome.Predicted found && found.intervalHalfWidthSeconds() > 0);
    int[] shown = Numbers.evenly(plan.size(), SweepReport.MOST_POINTS);
    String symbol = ", " + unit.symbol();
    List<String> headings = headings(plan);
    headings.add("predicted" + symbol);
    if (intervals) {
      headings.add("interval, ±" + symbol);
    }
    headings.addAll(List.of(
        "of the fastest, %",
        "average computation" + symbol,
        "average communication" + symbol,
        "of which waiting" + symbol,
        "messages",
        "bytes",
        "nodes used",
        "nodes in all"));
    if (result.hasCosts()) {
      headings.add("cost");
    }
    if (result.failed() > 0) {
      headings.add("failure");
    }
    Table table = Table.sortable(
        shown.length < plan.size()
            ? Arguments.asOptions(shown.length + " of " + Numbers.count(plan.size())
                + " points, evenly spaced; `csv` and `json` have all of them")
            : "All points",
        headings.toArray(String[]::new));
    for (int point : shown) {
      List<Table.Cell> cells = named(plan, point);
      switch (result.outcomes().get(point)) {
        case Outcome.Predicted found -> {
          figures(cells, found, intervals);
          if (result.hasCosts()) {
            OptionalDouble cost = result.cost(point);
            cells.add(
                cost.isPresent()
                    ? Table.Cell.of(Numbers.amount(cost.getAsDouble()), cost.getAsDouble())
                    : Table.Cell.none());
          }
          if (result.failed() > 0) {
            cells.add(Table.Cell.of(""));
          }
        }
        case Outcome.Failed(String reason) -> {
          while (cells.size() < headings.size() - 1) {
            cells.add(Table.Cell.of("–", Double.POSITIVE_INFINITY));
          }
          cells.add(Table.Cell.of(Arguments.asOptions(reason)));
        }
      }
      table.row(cells.toArray(Table.Cell[]::new));
    }
    table.write(html);
  }

  private void figures(List<Table.Cell> cells, Outcome.Predicted found, boolean intervals) {
    double fastest = result.seconds(result.fastest().orElseThrow()).getAsDouble();
    cells.add(Table.Cell.time(unit, found.predictedSeconds()));
    if (intervals) {
      cells.add(Table.Cell.time(unit, found.intervalHalfWidthSeconds()));
    }
    cells.add(Table.Cell.percent(fastest == 0 ? 1 : found.predictedSeconds() / fastest));
    cells.add(Table.Cell.time(unit, found.compute().mean()));
    cells.add(Table.Cell.time(unit, found.communication().mean()));
    cells.add(Table.Cell.time(unit, found.waiting().mean()));
    cells.add(Table.Cell.count(found.messages()));
    cells.add(Table.Cell.count(found.bytes()));
    cells.add(Table.Cell.count(found.usedNodes()));
    cells.add(Table.Cell.count(found.nodes()));
  }

  /** Headings of {@link #named}. */
  static List<String> headings(SweepPlan plan) {
    List<String> headings = new ArrayList<>(List.of("point"));
    plan.axes().forEach(axis -> headings.add(AxisUnit.heading(axis)));
    return headings;
  }

  /** Cells that name a point: its number and its value on each axis. */
  static List<Table.Cell> named(SweepPlan plan, int point) {
    List<Table.Cell> cells = new ArrayList<>(List.of(Table.Cell.count(point)));
    for (int axis = 0; axis < plan.axes().size(); axis++) {
      Axis one = plan.axes().get(axis);
      int value = plan.valueAt(axis, point);
      String text = AxisUnit.text(one, value);
      cells.add(
          one.dimension().isPresent()
              ? Table.Cell.of(text, one.number(value))
              : Table.Cell.of(text));
    }
    return cells;
  }
}
