package io.github.tracecast.trace;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The times or the work before an event or inside its call, or how many calls the event represents.
 * A delta applies to executions that follow a given call site.
 *
 * @param after the call site of the rank's previous event, {@link #AFTER_ANY} or {@link
 *     #AFTER_NOTHING}
 * @param ranks the ranks to which the delta applies; ranks with lasting differences have separate
 *     deltas
 * @param byExecution the distributions, periodic over the executions of the event: execution k
 *     takes element k mod size; the list has the smallest period, and its distributions have the
 *     values of all periods
 */
public record Delta(
    Kind kind, Unit unit, int after, RankList ranks, List<Distribution> byExecution) {
  /** The quantity: time or work before the call, time inside the call, or a number of calls. */
  public enum Kind {
    /** Computation before the call. */
    COMPUTE,
    /** Time inside the call. */
    INSIDE,
    /**
     * The number of calls that an event represents, in {@link Unit#CALLS}. Replays do not use it.
     */
    CALLS
  }

  /** The kinds that are times or work, not numbers of calls. */
  public static final List<Kind> TIMES = List.of(Kind.COMPUTE, Kind.INSIDE);

  /** The value of {@link #after} for a delta that applies after any event. */
  public static final int AFTER_ANY = -1;

  /** The value of {@link #after} for a delta that applies to a rank's first event. */
  public static final int AFTER_NOTHING = -2;

  public Delta {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(unit);
    Objects.requireNonNull(ranks);
    if ((kind == Kind.CALLS) != (unit == Unit.CALLS)) {
      throw TraceException.at(
          "delta", "kind " + kind + " in unit " + unit, "unit CALLS for kind CALLS only");
    }
    if (byExecution.isEmpty()) {
      throw TraceException.at("delta", "no distribution", "at least one");
    }
    byExecution = onePeriod(List.copyOf(byExecution));
    if (after < AFTER_NOTHING) {
      throw TraceException.at(
          "delta",
          "call site " + after,
          AFTER_ANY + " (any call site), " + AFTER_NOTHING
              + " (the start of the rank) or a call site number of at least 0");
    }
    for (Distribution distribution : byExecution) {
      if (distribution instanceof Distribution.Histogram histogram) {
        histogram.extremes().ifPresent(extremes -> {
          requireRank(extremes.minRank(), ranks);
          requireRank(extremes.maxRank(), ranks);
        });
      }
    }
  }

  /**
   * Returns the distributions of one period, with the values of the later periods added to them, so
   * that the sum of the values stays the same.
   */
  private static List<Distribution> onePeriod(List<Distribution> all) {
    List<Distribution> period = Periods.reduce(all);
    long times = all.size() / period.size();
    return times == 1 ? all : period.stream().map(each -> each.repeated(times)).toList();
  }

  /**
   * Whether each execution has a separate time, measured in the same run as the times of other
   * calls and ranks. Positions in a loop have distributions instead.
   */
  public boolean isInOrder() {
    return byExecution.size() > 1
        && byExecution.stream().allMatch(each -> each.min() == each.max());
  }

  /**
   * Returns a delta with one histogram of all times; this delta if its executions have no separate
   * times.
   */
  public Delta inAnyOrder() {
    if (!isInOrder()) {
      return this;
    }
    List<Bin> bins = byExecution.stream()
        .map(each ->
            new Bin(each.min(), each.min(), each.count(), each.min(), each.min(), each.min()))
        .sorted(Comparator.comparingDouble(Bin::lower))
        .toList();
    return new Delta(kind, unit, after, ranks, List.of(new Distribution.Histogram(bins)));
  }

  private static void requireRank(int rank, RankList ranks) {
    if (!ranks.contains(rank)) {
      throw TraceException.at(
          "delta",
          "a minimum or maximum of rank " + rank,
          "a minimum or maximum of one of the delta's ranks");
    }
  }
}
