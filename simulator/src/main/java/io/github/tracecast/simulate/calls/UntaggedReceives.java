package io.github.tracecast.simulate.calls;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;

/** Receives from any source without a recorded tag. */
public final class UntaggedReceives {
  private UntaggedReceives() {}

  /** Whether the trace has a receive from any source without a tag. */
  public static boolean any(Trace trace) {
    return trace.events().stream().anyMatch(UntaggedReceives::lost);
  }

  /** Whether an event is, on some rank, a receive from any source with an unknown tag. */
  public static boolean lost(Event event) {
    return !hasTag(event) && TimeDependence.anySource(event);
  }

  /**
   * Whether an event's receives were from any source and have no tags, but their sources are known.
   */
  public static boolean wasLost(Event event) {
    return !hasTag(event) && event.parameter(Parameter.MATCHED_SOURCE) != null;
  }

  private static boolean hasTag(Event event) {
    return event.parameter(Parameter.TAG) != null || event.parameter(Parameter.RECEIVE_TAG) != null;
  }
}
