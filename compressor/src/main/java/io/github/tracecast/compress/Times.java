package io.github.tracecast.compress;

/** The times of all executions of one call, as {@link FoldedTask} takes them. */
public abstract sealed class Times permits CallTimes, GroupTimes {
  /** What is kept of them; null where nothing is. */
  abstract DeltaLog deltas(CompressOptions options);
}
