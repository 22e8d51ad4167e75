package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The times of all executions of one call, for {@link FoldedTask}. Times are in microseconds,
 * except that computation before the call may be in instructions.
 */
public abstract sealed class Times permits CallTimes, GroupTimes {
  private final Unit compute;
  private @Nullable DeltaSummary calls;

  /** @param compute the unit of the computation before the call */
  Times(Unit compute) {
    this.compute = compute;
  }

  /** Sets how many calls each execution represents; null if calls are not counted. */
  public void calls(@Nullable DeltaSummary counted) {
    calls = counted;
  }

  /** Returns how many calls each execution represents; null if calls are not counted. */
  final @Nullable DeltaSummary calls() {
    return calls;
  }

  /** Returns the slot of {@link DeltaLog} for a kind of time. */
  final int slot(Delta.Kind kind) {
    return DeltaLog.slot(kind, kind == Delta.Kind.COMPUTE ? compute : Unit.MICROSECONDS);
  }

  /** Returns the times in the form that the options keep; null if they keep none. */
  abstract @Nullable DeltaLog deltas(CompressOptions options);
}
