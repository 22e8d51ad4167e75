package io.github.tracecast.predict.report.table;

import io.github.tracecast.predict.model.JobTimes;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.output.Column.Amount;
import io.github.tracecast.predict.output.Column.Kind;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.usage.Energy;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.predict.usage.WholeRun;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a sweep's points. A quantity on an axis has two columns in JSON and CSV: its text,
 * and the number in its base unit. Points that failed have no results.
 */
public final class PointColumns {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final String ENERGY = "energy";
  private static final String WHOLE_RUN = "whole run";

  private final SweepResult result;
  private final SweepPlan plan;

  public PointColumns(SweepResult result) {
    this.result = result;
    this.plan = result.plan();
  }

  /** The number of the point, and its value on each axis. */
  public List<Column<Integer>> place() {
    List<Column<Integer>> columns =
        new ArrayList<>(List.of(Column.number("point", "point", Integer::longValue)));
    for (int a = 0; a < plan.axes().size(); a++) {
      int at = a;
      Axis axis = plan.axes().get(a);
      Function<Integer, String> text = point -> plan.textAt(at, point);
      columns.add(Column.name(axis.key(), "", text));
      if (axis.dimension().isPresent()) {
        Function<Integer, @Nullable Object> number = point -> axis.number(plan.valueAt(at, point));
        columns.add(new Column<>(axis.numberName(), "", Kind.QUANTITY, number));
        columns.add(new Column<>(
            "",
            AxisUnit.heading(axis),
            Kind.QUANTITY,
            point -> new Amount(
                AxisUnit.text(axis, plan.valueAt(at, point)),
                axis.number(plan.valueAt(at, point)))));
      } else {
        columns.add(new Column<>("", axis.key(), Kind.QUANTITY, text::apply));
      }
    }
    return columns;
  }

  /** All times and amounts, the energy and the cost. */
  public List<Column<Integer>> figures() {
    return Column.joined(times(), jobs(), amounts(), energy(), cost(), wholeRun(), choice());
  }

  /** {@link #figures}, where energy and the time of the whole run have one unit, which the heading names. */
  public List<Column<Integer>> figuresInOneUnit() {
    return figures().stream()
        .map(column -> switch (column.heading()) {
          case ENERGY -> energyInOneUnit(column);
          case WHOLE_RUN -> inUnit(column, "h", 1 / SECONDS_PER_HOUR);
          default -> column;
        })
        .toList();
  }

  private Column<Integer> energyInOneUnit(Column<Integer> column) {
    Numbers.EnergyUnit unit = Numbers.EnergyUnit.of(IntStream.range(0, plan.size())
        .mapToObj(point -> column.value().apply(point))
        .mapToDouble(found -> found instanceof Amount energy ? energy.number() : 0)
        .max()
        .orElse(0));
    return inUnit(column, unit.symbol(), unit.perJoule());
  }

  /** Returns a column of amounts with its unit in the heading instead of the cells. */
  private static Column<Integer> inUnit(Column<Integer> column, String symbol, double perBase) {
    return new Column<>(
        column.key(),
        column.heading() + ", " + symbol,
        column.kind(),
        point -> column.value().apply(point) instanceof Amount found
            ? new Amount(Numbers.ratio(found.number() * perBase), found.number())
            : null);
  }

  public List<Column<Integer>> times() {
    return Column.ofPart(Outcome.Predicted.TIMES, this::predicted);
  }

  /**
   * The results of each job, of which job 0 is the swept trace; none if no jobs run beside the
   * trace.
   */
  public List<Column<Integer>> jobs() {
    int jobs = result.outcomes().stream()
        .mapToInt(
            outcome -> outcome instanceof Outcome.Predicted found ? found.jobs().size() : 0)
        .max()
        .orElse(0);
    List<Column<Integer>> columns = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      int job = i;
      List<Column<Integer>> own = Column.ofPart(
          JobTimes.RESULTS, point -> part(point, found -> found.jobs().get(job)));
      own.forEach(column -> columns.add(new Column<>(
          "job" + job + "_" + column.key(),
          "job" + job + " " + column.heading(),
          column.kind(),
          column.value())));
    }
    return columns;
  }

  public List<Column<Integer>> amounts() {
    return Column.ofPart(Outcome.Predicted.AMOUNTS, this::predicted);
  }

  /** The columns of a run's energy and its parts; empty if no machine has power figures. */
  public List<Column<Integer>> energy() {
    if (IntStream.range(0, plan.size()).allMatch(point -> energyAt(point) == null)) {
      return List.of();
    }
    return Column.joined(
        Column.ofPart(Energy.COLUMNS, this::energyAt),
        List.of(shown(ENERGY, RunUsage::energyJoules, Numbers::energy)));
  }

  private @Nullable Energy energyAt(int point) {
    return part(point, found -> found.energy().orElse(null));
  }

  /** The columns of node hours and cost of a run; empty if the machines have no price. */
  public List<Column<Integer>> cost() {
    return result.hasCosts()
        ? List.of(
            new Column<>(
                "node_hours",
                "",
                Kind.RATIO,
                point -> result.usages().get(point).map(RunUsage::nodeHours).orElse(null)),
            new Column<>("cost", "", Kind.RATIO, point -> number(result.cost(point))),
            shown("cost", RunUsage::cost, Numbers::amount))
        : List.of();
  }

  /** A column of tables: a quantity of the production run, or of the recorded run if no length is stated. */
  private Column<Integer> shown(
      String heading, Function<RunUsage, OptionalDouble> figure, DoubleFunction<String> text) {
    return new Column<>("", heading, Kind.QUANTITY, point -> {
      OptionalDouble found = result.run(point).map(figure).orElse(OptionalDouble.empty());
      return found.isPresent() ? amount(found.getAsDouble(), text) : null;
    });
  }

  private static Amount amount(double number, DoubleFunction<String> text) {
    return new Amount(text.apply(number), number);
  }

  /** The columns of the production run's usage; empty if its length is not stated. */
  public List<Column<Integer>> wholeRun() {
    if (result.wholeRuns().isEmpty()) {
      return List.of();
    }
    List<Column<Integer>> columns = new ArrayList<>();
    List<Column<Integer>> parts = Column.ofPart(WholeRun.COLUMNS, this::runAt);
    parts.forEach(column ->
        columns.add(new Column<>("run_" + column.key(), "", column.kind(), column.value())));
    columns.add(ofWholeRun(WHOLE_RUN, RunUsage::seconds, Numbers::time));
    columns.add(ofWholeRun("node hours", RunUsage::nodeHours, Numbers::amount));
    return columns;
  }

  private Column<Integer> ofWholeRun(
      String heading, ToDoubleFunction<RunUsage> figure, DoubleFunction<String> text) {
    return new Column<>("", heading, Kind.QUANTITY, point -> {
      WholeRun run = runAt(point);
      return run == null ? null : amount(figure.applyAsDouble(run.usage()), text);
    });
  }

  private @Nullable WholeRun runAt(int point) {
    return result.wholeRuns().get(point).orElse(null);
  }

  /**
   * The columns that help to choose: the nodes with which a point meets the deadline, and whether
   * no other point beats it both in time and in cost (or energy or nodes).
   */
  public List<Column<Integer>> choice() {
    List<Column<Integer>> columns = new ArrayList<>();
    boolean hasDeadline = result.production().deadlineSeconds().isPresent();
    if (hasDeadline) {
      columns.add(Column.name(
          "meets_deadline",
          "",
          point -> predicted(point) == null ? "" : nodes(point) == null ? "no" : "yes"));
      columns.add(new Column<>("deadline_nodes", "", Kind.COUNT, this::nodes));
      columns.add(new Column<>("machine_nodes", "", Kind.COUNT, point -> {
        OptionalInt all = result.machineNodes().get(point);
        return all.isPresent() ? Long.valueOf(all.getAsInt()) : null;
      }));
      columns.add(new Column<>("", "nodes in time", Kind.QUANTITY, point -> {
        Long nodes = nodes(point);
        return predicted(point) == null
            ? null
            : nodes != null
                ? new Amount(Numbers.count(nodes), nodes)
                : result.hasTooFewNodes(point) ? "too few" : "missed";
      }));
    }
    List<OptionalDouble> amounts = result.amounts();
    Set<Integer> front = new HashSet<>(result.front(amounts));
    if (hasDeadline || !front.isEmpty()) {
      columns.add(new Column<>(
          "on_front",
          result.hasTradeOff(result.front(amounts)) ? "front" : "",
          Kind.NAME,
          point -> front.contains(point)
              ? "yes"
              : amounts.get(point).isPresent() || hasDeadline && predicted(point) != null
                  ? "no"
                  : ""));
    }
    return columns;
  }

  private @Nullable Long nodes(int point) {
    OptionalLong nodes = result.nodes(point);
    return nodes.isPresent() ? Long.valueOf(nodes.getAsLong()) : null;
  }

  /** The columns of the parts' derivatives and tolerances; empty if they were not requested. */
  public List<Column<Integer>> sensitivity() {
    return plan.sensitivity()
        ? Column.ofPart(
            Column.joined(ShareSensitivity.derivatives(), ShareSensitivity.tolerances()),
            this::shares)
        : List.of();
  }

  /**
   * The sensitivity of a point to each part of the machine; null if the point has no sensitivity.
   */
  public @Nullable List<ShareSensitivity> shares(int point) {
    return part(point, found -> found.sensitivity().isEmpty() ? null : found.sensitivity());
  }

  /** A part of the prediction of a point; null if the point failed or has no such part. */
  public <T> @Nullable T part(int point, Function<Outcome.Predicted, @Nullable T> part) {
    Outcome.Predicted found = predicted(point);
    return found == null ? null : part.apply(found);
  }

  /** The prediction of a point; null if the point failed. */
  public Outcome.@Nullable Predicted predicted(int point) {
    return result.outcomes().get(point) instanceof Outcome.Predicted found ? found : null;
  }

  private static @Nullable Object number(OptionalDouble number) {
    return number.isPresent() ? Double.valueOf(number.getAsDouble()) : null;
  }
}
