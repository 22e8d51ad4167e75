package io.github.tracecast.predict.print;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.trace.text.Arguments;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A sweep as comma-separated values (RFC 4180, with line feeds): a header, then one row per point.
 * Each axis has its value as text. A quantity has a second column with the number in its base unit,
 * and the column's name ends in that unit. A tolerance is empty if no growth of the part makes the
 * run that much slower.
 */
public final class SweepCsv {
  private static final List<Column<Outcome.Predicted>> FIGURES = Stream.concat(
          Outcome.Predicted.TIMES.stream(), Outcome.Predicted.AMOUNTS.stream())
      .toList();

  private SweepCsv() {}

  public static void write(SweepResult result, Writer out) throws IOException {
    SweepPlan plan = result.plan();
    List<String> cells = new ArrayList<>(List.of("point"));
    for (Axis axis : plan.axes()) {
      cells.add(axis.key());
      if (axis.dimension().isPresent()) {
        cells.add(axis.numberName());
      }
    }
    List<String> figures = new ArrayList<>(Column.keys(FIGURES));
    if (result.hasCosts()) {
      figures.add("cost");
    }
    if (plan.varies(SweptTraces.RANKS)) {
      figures.addAll(Efficiencies.NAMES);
      figures.addAll(List.of("computation_scaling", "global_efficiency"));
    }
    if (plan.sensitivity()) {
      figures.addAll(ShareSensitivity.columnNames());
    }
    cells.addAll(figures);
    cells.add("failure");
    Map<Integer, RankScaling.Step> steps = steps(result);
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
    csv.writeRecord(cells);
    for (int point = 0; point < plan.size(); point++) {
      cells.clear();
      cells.add(Integer.toString(point));
      for (int a = 0; a < plan.axes().size(); a++) {
        Axis axis = plan.axes().get(a);
        cells.add(plan.textAt(a, point));
        if (axis.dimension().isPresent()) {
          cells.add(Double.toString(axis.number(plan.valueAt(a, point))));
        }
      }
      cells.addAll(
          switch (result.outcomes().get(point)) {
            case Outcome.Predicted predicted -> figures(result, point, predicted, steps);
            case Outcome.Failed(String reason) -> failure(figures.size(), reason);
          });
      csv.writeRecord(cells);
    }
    csv.flush();
  }

  /** The steps of all curves over ranks, by point. */
  private static Map<Integer, RankScaling.Step> steps(SweepResult result) {
    return RankScaling.of(result).stream()
        .flatMap(scaling -> scaling.steps().stream())
        .collect(Collectors.toMap(RankScaling.Step::point, step -> step, (one, other) -> one));
  }

  private static List<String> figures(
      SweepResult result,
      int point,
      Outcome.Predicted found,
      Map<Integer, RankScaling.Step> steps) {
    List<String> cells = new ArrayList<>(Column.cells(FIGURES, found));
    if (result.hasCosts()) {
      optional(cells, result.cost(point));
    }
    if (result.plan().varies(SweptTraces.RANKS)) {
      efficiencies(cells, found, Optional.ofNullable(steps.get(point)));
    }
    for (ShareSensitivity.Column column : ShareSensitivity.columns(found.sensitivity())) {
      cells.add(Double.isInfinite(column.value()) ? "" : Double.toString(column.value()));
    }
    cells.add("");
    return cells;
  }

  private static void efficiencies(
      List<String> cells, Outcome.Predicted found, Optional<RankScaling.Step> step) {
    found
        .efficiencies()
        .ifPresentOrElse(
            all -> all.values().forEach(value -> cells.add(Double.toString(value))),
            () -> cells.addAll(Collections.nCopies(Efficiencies.NAMES.size(), "")));
    optional(cells, step.map(RankScaling.Step::computationScaling).orElse(OptionalDouble.empty()));
    optional(cells, step.map(RankScaling.Step::globalEfficiency).orElse(OptionalDouble.empty()));
  }

  private static void optional(List<String> cells, OptionalDouble number) {
    cells.add(number.isPresent() ? Double.toString(number.getAsDouble()) : "");
  }

  private static List<String> failure(int figures, String reason) {
    List<String> cells = new ArrayList<>(Collections.nCopies(figures, ""));
    cells.add(Arguments.asOptions(reason));
    return cells;
  }
}
