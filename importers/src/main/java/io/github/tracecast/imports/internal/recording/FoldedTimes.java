package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.Times;

/** The times of a call as the recorder summed them up. */
interface FoldedTimes {
  /** @param sites handles of call paths by number from 1; the first is none's */
  Times of(int[] sites);
}
