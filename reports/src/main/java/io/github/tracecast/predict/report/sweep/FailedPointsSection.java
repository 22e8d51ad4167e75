package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;

/** Points that could not be predicted, and why. */
final class FailedPointsSection extends PageSection {
  private final SweepResult result;

  FailedPointsSection(SweepResult result) {
    super("failed", "Failed points");
    this.result = result;
  }

  @Override
  public void write(Html html) {
    Table table = Table.sortable(
        "Points that could not be predicted: " + Numbers.count(result.failed()),
        "point",
        "at",
        "why");
    for (int point = 0; point < result.plan().size(); point++) {
      if (result.outcomes().get(point) instanceof Outcome.Failed(String reason)) {
        table.row(
            Table.Cell.count(point),
            Table.Cell.of(result.plan().label(point)),
            Table.Cell.of(Arguments.asOptions(reason)));
      }
    }
    table.write(html);
  }
}
