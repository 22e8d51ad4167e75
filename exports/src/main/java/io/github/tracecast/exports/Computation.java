package io.github.tracecast.exports;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.costs.KeptTimes;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Unit;

/** The computation before each call, in its recorded unit. Immutable. */
record Computation(DeltaTable deltas, EventTable table, DeltaChoice choice) {
  private static final double PICOS_PER_MICROSECOND = 1e6;

  /** Returns an index for {@link #unit} and {@link #amount}, or -1 if no computation was recorded. */
  int before(TaskCursor cursor) {
    return find(Delta.Kind.COMPUTE, cursor);
  }

  /** Returns an index like {@link #before}, for deltas of a given kind at the cursor's call. */
  int find(Delta.Kind kind, TaskCursor cursor) {
    return deltas.find(
        kind, cursor.event(), cursor.rank(), table.siteBefore(cursor), cursor.execution());
  }

  /** Returns the time inside one call in microseconds, if it is a call whose time a replay cannot compute. */
  double kept(Event event, int rank) {
    DeltaMode mode = DeltaMode.valueOf(choice.name());
    return KeptTimes.picos(event, rank, mode) / PICOS_PER_MICROSECOND;
  }

  Unit unit(int index) {
    return deltas.unit(index);
  }

  double amount(int index) {
    return switch (choice) {
      case AUTO -> deltas.mean(index);
      case AVG -> deltas.distribution(index).mean();
      case MIN -> deltas.min(index);
      case MAX -> deltas.max(index);
    };
  }
}
