package io.github.tracecast.exports;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.exports.timeline.RankClock;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;

/**
 * Computes a rank's clock from the recorded times: the computation before each call, and the time
 * inside each call if it was recorded.
 */
final class RecordedClock implements RankClock {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Exported exported;
  private double now;
  private long begin;

  RecordedClock(Exported exported) {
    this.exported = exported;
  }

  @Override
  public boolean next(TaskCursor cursor) {
    now += nanos(Delta.Kind.COMPUTE, cursor);
    begin = Math.round(now);
    now += nanos(Delta.Kind.INSIDE, cursor);
    return true;
  }

  private double nanos(Delta.Kind kind, TaskCursor cursor) {
    Computation computation = exported.computation;
    int delta = computation.find(kind, cursor);
    if (delta < 0) {
      return 0;
    }
    double amount = computation.amount(delta);
    return computation.unit(delta) == Unit.MICROSECONDS
        ? amount * NANOS_PER_MICRO
        : amount / exported.neededCountsPerSecond() * NANOS_PER_SECOND;
  }

  @Override
  public boolean shows() {
    return true;
  }

  @Override
  public long begin() {
    return begin;
  }

  @Override
  public long end() {
    return Math.round(now);
  }
}
