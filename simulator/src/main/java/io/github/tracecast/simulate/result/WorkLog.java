package io.github.tracecast.simulate.result;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The intervals of a rank's own work (LogGP's o) inside its current call, for a timeline. One
 * thread.
 */
public final class WorkLog {
  /** Alternating starts and ends of the intervals in ps, in order of time. Adjacent intervals are merged. */
  final LongArrayList picos = new LongArrayList();

  public void add(long begin, long end) {
    int last = picos.size() - 1;
    if (last > 0 && picos.getLong(last) == begin) {
      picos.set(last, end);
    } else if (end > begin) {
      picos.add(begin);
      picos.add(end);
    }
  }
}
