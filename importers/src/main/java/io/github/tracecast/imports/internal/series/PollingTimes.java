package io.github.tracecast.imports.internal.series;

import io.github.tracecast.trace.RecorderConstants;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;

/**
 * Finds the time between polls that is waiting, by the rule of the recorder's {@code polling.c}:
 * it follows a poll that found nothing, it is short, and it is regular. Other traces do not tell
 * whether a thread slept. One rank, not thread-safe.
 */
final class PollingTimes {
  private static final double SHORT = microseconds("TC_POLL_SHORT_NS");
  private static final double ALIKE = microseconds("TC_POLL_ALIKE_NS");
  private static final long REGULAR = RecorderConstants.number("TC_POLL_REGULAR");

  private final Int2DoubleOpenHashMap shortest = new Int2DoubleOpenHashMap();
  private boolean inVain;

  PollingTimes() {
    shortest.defaultReturnValue(Double.MAX_VALUE);
  }

  private static double microseconds(String name) {
    return RecorderConstants.number(name) * 1e-3;
  }

  /** Takes the next call if it polls. */
  void poll(SeriesCall call) {
    if (inVain && waits(call.site, call.computeMicroseconds())) {
      call.waitInstead();
    }
    inVain = !call.foundNow();
  }

  /** Takes the next call if it does not poll. */
  void other() {
    inVain = false;
  }

  private boolean waits(int site, double microseconds) {
    if (microseconds < 0 || microseconds > SHORT) {
      return false;
    }
    double time = Math.max(ALIKE, microseconds);
    double least = Math.min(time, shortest.get(site));
    shortest.put(site, least);
    return time <= REGULAR * least;
  }
}
