package io.github.tracecast.decompress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The times that a trace recorded. They are sums of count x mean over its deltas, computed without
 * expanding the trace. Times that were not recorded are empty. Recorded times, like predicted ones,
 * begin after {@code MPI_Init} and end before {@code MPI_Finalize}.
 *
 * @param computeSeconds computation of an average rank
 * @param communicationSeconds time of an average rank inside MPI calls, except the calls that start
 *     and end MPI
 * @param instructions instructions of all ranks; a machine's rate converts them to {@code
 *     computeSeconds}
 */
public record Recorded(
    OptionalDouble computeSeconds,
    OptionalDouble communicationSeconds,
    OptionalDouble instructions) {

  /**
   * Adds up a trace's deltas. If an event has both time and instructions, only its time counts. An
   * extrapolated trace has no recorded times, because its deltas have the counts of the largest
   * recording.
   *
   * @param countsPerSecond the rate that converts instructions or flops to time
   */
  public static Recorded of(Trace trace, EventCounts counts, double countsPerSecond) {
    if (trace.header().extrapolation().isPresent()) {
      return new Recorded(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }
    double ranks = trace.header().ranks();
    OptionalDouble micros = OptionalDouble.empty();
    OptionalDouble insideMicros = OptionalDouble.empty();
    OptionalDouble instructions = OptionalDouble.empty();
    for (int i = 0; i < trace.events().size(); i++) {
      Event event = trace.events().get(i);
      long executions = counts.executions(i);
      OptionalDouble time = total(event, executions, Delta.Kind.COMPUTE, Unit.MICROSECONDS);
      micros = sum(micros, time);
      if (time.isEmpty()) {
        instructions =
            sum(instructions, total(event, executions, Delta.Kind.COMPUTE, Unit.INSTRUCTIONS));
      }
      OptionalDouble inside = total(event, executions, Delta.Kind.INSIDE, Unit.MICROSECONDS);
      if (inside.isPresent()) {
        double counted = event.call().isEndOfRun() ? 0 : inside.getAsDouble();
        insideMicros = sum(insideMicros, OptionalDouble.of(counted));
      }
    }
    return new Recorded(
        sum(dividedBy(micros, 1e6 * ranks), dividedBy(instructions, countsPerSecond * ranks)),
        dividedBy(insideMicros, 1e6 * ranks),
        instructions);
  }

  private static OptionalDouble sum(OptionalDouble a, OptionalDouble b) {
    return a.isEmpty() ? b : b.isEmpty() ? a : OptionalDouble.of(a.getAsDouble() + b.getAsDouble());
  }

  private static OptionalDouble dividedBy(OptionalDouble value, double divisor) {
    return value.isEmpty() ? value : OptionalDouble.of(value.getAsDouble() / divisor);
  }

  /** Returns the total of an event's deltas of one kind and unit; empty if it has none. */
  private static OptionalDouble total(Event event, long executions, Delta.Kind kind, Unit unit) {
    OptionalDouble total = OptionalDouble.empty();
    for (Delta delta : event.deltas()) {
      if (delta.kind() == kind && delta.unit() == unit) {
        double share = (double) delta.ranks().size() / event.ranks().size();
        total = sum(total, OptionalDouble.of(sum(delta, executions * share)));
      }
    }
    return total;
  }

  /**
   * Returns the sum of a delta's values. In Ratn's traces, an average has no count and holds for
   * all executions.
   */
  private static double sum(Delta delta, double executions) {
    List<Distribution> all = delta.byExecution();
    if (delta.after() == Delta.AFTER_ANY
        && all.size() == 1
        && all.getFirst()
            instanceof Distribution.MinAvgMax(long count, double min, double avg, double max)
        && count == 1) {
      return avg * executions;
    }
    return all.stream().mapToDouble(Distribution::sum).sum();
  }

  /**
   * Returns the time of an average rank: computation and communication together; empty unless both
   * were recorded.
   */
  public OptionalDouble meanRankSeconds() {
    return computeSeconds.isEmpty() || communicationSeconds.isEmpty()
        ? OptionalDouble.empty()
        : sum(computeSeconds, communicationSeconds);
  }
}
