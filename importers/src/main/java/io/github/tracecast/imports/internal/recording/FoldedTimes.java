package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.Times;

/** The times of a call, summed up by the recorder. */
interface FoldedTimes {
  /** @param sites handles of call paths by number from 1; entry 0 means none */
  Times of(int[] sites);
}
