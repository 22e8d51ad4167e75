package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.TaskCursor;

/** When the calls of one rank begin and end, in nanoseconds; asked for each call in their order. One thread. */
interface RankClock {
  /** Goes on to the call that the cursor is at; false where the times end before the program does. */
  boolean next(TaskCursor cursor);

  /** Whether the call is to be shown. */
  boolean shows();

  long begin();

  long end();
}
