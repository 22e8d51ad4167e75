package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.Timeline;
import java.util.Optional;

/**
 * What a replay records besides its result.
 *
 * @param timeline what ranks do; the request must have switched fast-forward off
 * @param links what messages bring to links; likewise, if it has slices of time
 */
public record Watched(Optional<Timeline> timeline, Optional<LinkUse> links) {
  /** Nothing is recorded. */
  public static final Watched NOTHING = new Watched(Optional.empty(), Optional.empty());

  boolean isNothing() {
    return timeline.isEmpty() && links.isEmpty();
  }
}
