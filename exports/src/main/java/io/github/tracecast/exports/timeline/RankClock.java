package io.github.tracecast.exports.timeline;

import io.github.tracecast.decompress.TaskCursor;

/** The start and end of one rank's calls in nanoseconds, in the order of calls. Not thread-safe. */
public interface RankClock {
  /** Moves to the cursor's call. Returns false if there are no times for this call and later calls. */
  boolean next(TaskCursor cursor);

  /** Whether an export shows the current call. */
  boolean shows();

  long begin();

  long end();
}
