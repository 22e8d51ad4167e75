package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.Timeline;
import java.util.Optional;

/**
 * The further records of a replay, besides its result.
 *
 * @param timeline the calls of the ranks over time; needs fast-forward off
 * @param links the bytes on links; with slices of time it needs fast-forward off too
 */
public record Watched(Optional<Timeline> timeline, Optional<LinkUse> links) {
  /** Nothing is recorded. */
  public static final Watched NOTHING = new Watched(Optional.empty(), Optional.empty());

  boolean isNothing() {
    return timeline.isEmpty() && links.isEmpty();
  }
}
