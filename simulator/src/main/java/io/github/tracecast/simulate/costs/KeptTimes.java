package io.github.tracecast.simulate.costs;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.stream.Stream;

/**
 * The recorded times inside unmodelled calls, which take these times on every machine. Each call of
 * an event on a rank takes the same time: the recorded average, minimum or maximum. Factors on
 * computation do not apply. Any number of threads.
 */
public final class KeptTimes {
  private static final double PICOS_PER_MICROSECOND = 1e6;
  private static final double MICROSECONDS_PER_SECOND = 1e6;

  private KeptTimes() {}

  /** Whether the trace has times inside an event's calls. */
  public static boolean recorded(Event event) {
    return event.deltas().stream().anyMatch(KeptTimes::isInside);
  }

  /** Returns the number of calls of an event, over all ranks, for which the trace has the time inside the call. */
  public static long calls(Event event) {
    return inside(event).mapToLong(Distribution::count).sum();
  }

  /** Returns the recorded time inside all calls of an event, over all ranks. */
  public static double seconds(Event event) {
    return inside(event).mapToDouble(Distribution::sum).sum() / MICROSECONDS_PER_SECOND;
  }

  private static Stream<Distribution> inside(Event event) {
    return event.deltas().stream()
        .filter(KeptTimes::isInside)
        .flatMap(delta -> delta.byExecution().stream());
  }

  /** Returns the time inside one call of a rank, ps; 0 if it was not recorded. */
  public static long picos(Event event, int rank, DeltaMode mode) {
    List<Distribution> inside = event.deltas().stream()
        .filter(delta -> isInside(delta) && delta.ranks().contains(rank))
        .flatMap(delta -> delta.byExecution().stream())
        .toList();
    double micros = switch (mode) {
      case MIN -> inside.stream().mapToDouble(Distribution::min).min().orElse(0);
      case MAX -> inside.stream().mapToDouble(Distribution::max).max().orElse(0);
      case AUTO, AVG, HISTOGRAM -> average(inside);
    };
    return Picos.whole(micros * PICOS_PER_MICROSECOND);
  }

  private static double average(List<Distribution> times) {
    double sum = 0;
    long count = 0;
    for (Distribution distribution : times) {
      sum += distribution.sum();
      count += distribution.count();
    }
    return count == 0 ? 0 : sum / count;
  }

  private static boolean isInside(Delta delta) {
    return delta.kind() == Delta.Kind.INSIDE && delta.unit() == Unit.MICROSECONDS;
  }
}
