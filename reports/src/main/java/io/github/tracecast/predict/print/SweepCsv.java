package io.github.tracecast.predict.print;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.trace.text.Arguments;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A sweep as comma-separated values (RFC 4180, with line feeds): a header, then one row per point.
 * Each axis has a column with its value as text. A quantity has a second column with the number in
 * its base unit, and the column's name ends in that unit. A tolerance is empty if no growth of the
 * part makes the run slower by the stated share.
 */
public final class SweepCsv {
  private SweepCsv() {}

  public static void write(SweepResult result, Writer out) throws IOException {
    PointColumns points = new PointColumns(result);
    List<Column<Integer>> columns = new ArrayList<>(points.place());
    columns.addAll(points.figures());
    if (result.plan().varies(SweptTraces.RANKS)) {
      Map<Integer, RankScaling.Step> steps = steps(result);
      columns.addAll(Column.ofPart(
          Efficiencies.SHARES,
          point -> points.part(point, found -> found.efficiencies().orElse(null))));
      columns.addAll(Column.ofPart(RankScaling.Step.SCALING, steps::get));
    }
    columns.addAll(points.sensitivity());
    columns.add(Column.name(
        "failure",
        "",
        point -> result.outcomes().get(point) instanceof Outcome.Failed(String reason)
            ? Arguments.asOptions(reason)
            : ""));
    columns.removeIf(column -> column.key().isEmpty());
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
    csv.writeRecord(Column.keys(columns));
    for (int point = 0; point < result.plan().size(); point++) {
      csv.writeRecord(Column.cells(columns, point));
    }
    csv.flush();
  }

  /** The steps of all curves over ranks, by point. */
  private static Map<Integer, RankScaling.Step> steps(SweepResult result) {
    return RankScaling.of(result).stream()
        .flatMap(scaling -> scaling.steps().stream())
        .collect(Collectors.toMap(RankScaling.Step::point, step -> step, (one, other) -> one));
  }
}
