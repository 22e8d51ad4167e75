package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;

/** The times of all executions of one call, as {@link FoldedTask} takes them: in microseconds, or as instructions before it. */
public abstract sealed class Times permits CallTimes, GroupTimes {
  private final Unit compute;

  /** @param compute what computation before the call is in */
  Times(Unit compute) {
    this.compute = compute;
  }

  /** Where a {@link DeltaLog} has those of a kind. */
  final int slot(Delta.Kind kind) {
    return DeltaLog.slot(kind, kind == Delta.Kind.COMPUTE ? compute : Unit.MICROSECONDS);
  }

  /** What is kept of them; null where nothing is. */
  abstract DeltaLog deltas(CompressOptions options);
}
