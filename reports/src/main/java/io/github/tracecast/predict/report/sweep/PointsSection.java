package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every point with its results. */
record PointsSection(SweepResult result, PointColumns points, TimeUnit unit) {
  static PageSection of(SweepResult result, TimeUnit unit) {
    PointColumns points = new PointColumns(result);
    return new PageSection("points", "Points", new PointsSection(result, points, unit)::write);
  }

  private void write(SectionBody body) {
    int all = result.plan().size();
    int[] shown = Numbers.evenly(all, SweepReport.MOST_POINTS);
    List<Column<Integer>> columns = new ArrayList<>(points.place());
    columns.addAll(points.figuresInOneUnit());
    if (result.outcomes().stream()
        .noneMatch(outcome ->
            outcome instanceof Outcome.Predicted found && found.intervalHalfWidthSeconds() > 0)) {
      columns.removeIf(column -> column.heading().equals("interval +-"));
    }
    if (!result.wholeRuns().isEmpty()) { // the columns of whole runs need the room
      columns.removeIf(column -> List.of("messages", "bytes").contains(column.heading()));
    }
    if (!result.scalesWeakly()) {
      columns.add(new Column<>("", "of the fastest", Column.Kind.SHARE, this::ofFastest));
    }
    if (result.failed() > 0) {
      columns.add(new Column<>("", "failure", Column.Kind.WORDS, this::failure));
    }
    new ShownColumns<>(columns, unit)
        .page(
            shown.length < all
                ? Arguments.asOptions(Numbers.count(shown.length) + " of " + Numbers.count(all)
                    + " points, evenly spaced; `csv` and `json` have all points")
                : "All points",
            Arrays.stream(shown).boxed().toList())
        .write(body);
  }

  private @Nullable Object ofFastest(int point) {
    Outcome.Predicted found = points.predicted(point);
    if (found == null) {
      return null;
    }
    double fastest = result.seconds(result.fastest().orElseThrow()).getAsDouble();
    return fastest == 0 ? 1 : found.predictedSeconds() / fastest;
  }

  private Object failure(int point) {
    return result.outcomes().get(point) instanceof Outcome.Failed(String reason)
        ? Arguments.asOptions(reason)
        : "";
  }
}
