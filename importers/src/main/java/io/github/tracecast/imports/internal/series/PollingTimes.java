package io.github.tracecast.imports.internal.series;

import io.github.tracecast.trace.recorder.RecorderConstants;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;

/**
 * Decides which time between polls is waiting, by the rule of the recorder's {@code polling.c}: the
 * time follows a poll that found nothing, is short, and is about the same each time. The recorder's
 * rule also excludes sleep, which other traces do not show. An instance is for one rank. Not
 * thread-safe.
 */
final class PollingTimes {
  private static final double SHORT = microseconds("TC_POLL_SHORT_NS");
  private static final double ALIKE = microseconds("TC_POLL_ALIKE_NS");
  private static final long REGULAR = RecorderConstants.number("TC_POLL_REGULAR");

  private final Int2DoubleOpenHashMap shortest = new Int2DoubleOpenHashMap();
  private boolean previousPollWasVain;

  PollingTimes() {
    shortest.defaultReturnValue(Double.MAX_VALUE);
  }

  private static double microseconds(String name) {
    return RecorderConstants.number(name) * 1e-3;
  }

  /**
   * Receives the next call, which is a poll, and counts the time before it as waiting if the rule
   * holds.
   */
  void poll(SeriesCall call) {
    if (previousPollWasVain && waits(call.site, call.computeMicroseconds())) {
      call.countComputationAsWaiting();
    }
    previousPollWasVain = !call.foundNow();
  }

  /** Receives the next call, which is not a poll. */
  void noPoll() {
    previousPollWasVain = false;
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
