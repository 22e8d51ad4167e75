package io.github.tracecast.simulate.costs;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Unit;

/**
 * The recorded time inside calls that no replay models, which they keep on every machine. Each call
 * of an event on a rank takes the same time: the recorded average, least or most. No factor on
 * computation applies. Any number of threads.
 */
public final class KeptTimes {
  private static final double PICOS_PER_MICROSECOND = 1e6;

  private KeptTimes() {}

  /** Whether the trace has the time inside an event's calls. */
  public static boolean recorded(Event event) {
    return event.deltas().stream().anyMatch(KeptTimes::isInside);
  }

  /** Returns the time inside one call of a rank, ps; 0 if it was not recorded. */
  public static long picos(Event event, int rank, DeltaMode mode) {
    double micros = switch (mode) {
      case MIN -> least(event, rank);
      case MAX -> most(event, rank);
      case AVG, HISTOGRAM -> average(event, rank);
    };
    return Picos.whole(micros * PICOS_PER_MICROSECOND);
  }

  private static boolean isInside(Delta delta) {
    return delta.kind() == Delta.Kind.INSIDE && delta.unit() == Unit.MICROSECONDS;
  }

  private static boolean applies(Delta delta, int rank) {
    return isInside(delta) && delta.ranks().contains(rank);
  }

  private static double average(Event event, int rank) {
    double sum = 0;
    long count = 0;
    for (Delta delta : event.deltas()) {
      if (applies(delta, rank)) {
        for (Distribution distribution : delta.byExecution()) {
          sum += distribution.sum();
          count += distribution.count();
        }
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  private static double least(Event event, int rank) {
    double least = Double.POSITIVE_INFINITY;
    for (Delta delta : event.deltas()) {
      if (applies(delta, rank)) {
        for (Distribution distribution : delta.byExecution()) {
          least = Math.min(least, distribution.min());
        }
      }
    }
    return least == Double.POSITIVE_INFINITY ? 0 : least;
  }

  private static double most(Event event, int rank) {
    double most = 0;
    for (Delta delta : event.deltas()) {
      if (applies(delta, rank)) {
        for (Distribution distribution : delta.byExecution()) {
          most = Math.max(most, distribution.max());
        }
      }
    }
    return most;
  }
}
