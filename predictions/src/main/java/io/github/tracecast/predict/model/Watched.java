package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.Timeline;
import java.util.Optional;

/**
 * What a replay records besides its result.
 *
 * @param timeline the calls of the ranks over time; needs fast-forward off
 * @param links the bytes on links; with slices of time it needs fast-forward off too
 * @param callsByRank whether call sites get the variation of their times between ranks
 */
public record Watched(Optional<Timeline> timeline, Optional<LinkUse> links, boolean callsByRank) {
  /** A replay without further records. */
  public static final Watched NOTHING = new Watched(Optional.empty(), Optional.empty(), false);

  /** Whether a replay collects no records, so that machines can be replayed together. */
  boolean isNothing() {
    return timeline.isEmpty() && links.isEmpty();
  }
}
