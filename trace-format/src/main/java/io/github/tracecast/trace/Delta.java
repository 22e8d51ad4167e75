package io.github.tracecast.trace;

import java.util.List;
import java.util.Objects;

/**
 * Time or work before an event or inside its call, for those executions that come after a certain event.
 *
 * @param after call site of the event that the rank executed before this one, {@link #AFTER_ANY} or {@link #AFTER_NOTHING}
 * @param ranks the event's ranks that it holds for; ranks that differ lastingly have deltas of their own
 * @param byExecution periodic over the executions of the event: execution k takes element k mod size; reduced to its smallest period
 */
public record Delta(
    Kind kind, Unit unit, int after, RankList ranks, List<Distribution> byExecution) {
  /** Where the time was spent. */
  public enum Kind {
    /** Computation before the call. */
    COMPUTE,
    /** Inside the call. */
    INSIDE
  }

  /** Holds whatever came before. */
  public static final int AFTER_ANY = -1;

  /** Holds where the event is the rank's first. */
  public static final int AFTER_NOTHING = -2;

  public Delta {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(unit);
    Objects.requireNonNull(ranks);
    byExecution = Periods.reduce(List.copyOf(byExecution));
    if (byExecution.isEmpty()) {
      throw TraceException.at("delta", "no distribution", "at least one");
    }
    if (after < AFTER_NOTHING) {
      throw TraceException.at(
          "delta",
          "call site " + after,
          "at least 0, " + AFTER_ANY + " (any) or " + AFTER_NOTHING + " (nothing)");
    }
  }
}
