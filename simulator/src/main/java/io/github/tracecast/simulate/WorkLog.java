package io.github.tracecast.simulate;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** When a rank, inside the call that it is in, works itself (LogGP's o), as far as a timeline asks for it. One thread. */
final class WorkLog {
  /** Begins and ends in turn, ps, in the order of time; neighbours are one. */
  final LongArrayList picos = new LongArrayList();

  void add(long begin, long end) {
    int last = picos.size() - 1;
    if (last > 0 && picos.getLong(last) == begin) {
      picos.set(last, end);
    } else if (end > begin) {
      picos.add(begin);
      picos.add(end);
    }
  }
}
