package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;

/** Adds up the recorded times: computation before each call, and the time inside it if recorded. */
final class RecordedClock implements RankClock {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Exported exported;
  private final EventTable table;
  private final DeltaTable deltas;
  private double now;
  private long begin;

  RecordedClock(Exported exported) {
    this.exported = exported;
    this.table = exported.table;
    this.deltas = exported.computation.deltas();
  }

  @Override
  public boolean next(TaskCursor cursor) {
    now += nanos(Delta.Kind.COMPUTE, cursor);
    begin = Math.round(now);
    now += nanos(Delta.Kind.INSIDE, cursor);
    return true;
  }

  private double nanos(Delta.Kind kind, TaskCursor cursor) {
    int previous =
        cursor.previousEvent() < 0 ? Delta.AFTER_NOTHING : table.callSite(cursor.previousEvent());
    int delta = deltas.find(kind, cursor.event(), cursor.rank(), previous, cursor.execution());
    if (delta < 0) {
      return 0;
    }
    double amount = exported.computation.amount(delta);
    if (deltas.unit(delta) == Unit.MICROSECONDS) {
      return amount * NANOS_PER_MICRO;
    }
    if (Double.isNaN(exported.instructionsPerSecond)) {
      throw new UsageException(
          "--platform: found none; expected a machine, because the trace counts computation in instructions and the machine's rate converts them to time");
    }
    return amount / exported.instructionsPerSecond * NANOS_PER_SECOND;
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
