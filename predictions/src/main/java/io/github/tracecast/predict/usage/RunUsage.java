package io.github.tracecast.predict.usage;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time, node hours, energy and cost of a run.
 *
 * @param seconds the time of the run, s
 * @param halfWidthSeconds half of the confidence interval of the run's time if loops were sampled,
 *     s; otherwise 0
 * @param nodeHours nodes with ranks x time, h
 * @param energyJoules the energy of the run, J; empty if the machine has no power figures
 * @param cost the cost of the run, in the currency of the price; empty if the machine has no price
 */
public record RunUsage(
    double seconds,
    double halfWidthSeconds,
    double nodeHours,
    OptionalDouble energyJoules,
    OptionalDouble cost) {
  private static final double SECONDS_PER_HOUR = 3600;

  public static final List<Column<RunUsage>> COLUMNS = List.of(
      Column.time("seconds", "", RunUsage::seconds),
      Column.time("interval_half_width_seconds", "", RunUsage::halfWidthSeconds),
      Column.ratio("node_hours", "", RunUsage::nodeHours),
      Column.optionalRatio("energy_joules", "", RunUsage::energyJoules),
      Column.optionalRatio("cost", "", RunUsage::cost));

  /**
   * Computes the node hours and cost of a run.
   *
   * @param nodes nodes with ranks
   * @param pricePerHour price of a node for an hour
   */
  public static RunUsage of(
      double seconds,
      double halfWidthSeconds,
      int nodes,
      Optional<Energy> energy,
      OptionalDouble pricePerHour) {
    double hours = nodes * seconds / SECONDS_PER_HOUR;
    return new RunUsage(
        seconds,
        halfWidthSeconds,
        hours,
        energy.map(found -> OptionalDouble.of(found.joules())).orElse(OptionalDouble.empty()),
        times(pricePerHour, hours));
  }

  /** Returns the usage of a run whose time is multiplied by a factor. */
  public RunUsage times(double factor) {
    return new RunUsage(
        factor * seconds,
        factor * halfWidthSeconds,
        factor * nodeHours,
        times(energyJoules, factor),
        times(cost, factor));
  }

  private static OptionalDouble times(OptionalDouble value, double factor) {
    return value.isPresent() ? OptionalDouble.of(factor * value.getAsDouble()) : value;
  }

  /** Text such as {@code 11 h 7 min, 22.30 node hours, 16.1 MJ, cost 80.20}. */
  public String words() {
    StringBuilder text = new StringBuilder(Numbers.time(seconds));
    if (halfWidthSeconds > 0) {
      text.append(" +- ").append(Numbers.time(halfWidthSeconds));
    }
    text.append(", ").append(Numbers.amount(nodeHours)).append(" node hours");
    energyJoules.ifPresent(joules -> text.append(", ").append(Numbers.energy(joules)));
    cost.ifPresent(price -> text.append(", cost ").append(Numbers.amount(price)));
    return text.toString();
  }
}
