package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.Timeline;
import java.util.Optional;

/**
 * What a replay records besides its result.
 *
 * @param timeline the calls of the ranks over time, which requires that fast-forward is off
 * @param links the bytes on links; for slices of time, fast-forward must be off
 * @param callsByRank whether to compute, for each call site, the variation of its times between
 *     ranks
 */
public record Watched(Optional<Timeline> timeline, Optional<LinkUse> links, boolean callsByRank) {
  /** A replay that records only its result. */
  public static final Watched NOTHING = new Watched(Optional.empty(), Optional.empty(), false);

  /**
   * Whether a replay has neither a timeline nor link loads, so that one replay can serve several
   * machines.
   */
  boolean isNothing() {
    return timeline.isEmpty() && links.isEmpty();
  }
}
