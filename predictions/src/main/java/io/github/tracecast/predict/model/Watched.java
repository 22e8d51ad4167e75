package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.Timeline;
import java.util.Optional;

/**
 * What a replay records besides its result, and what is computed from it.
 *
 * @param timeline the calls of the ranks over time, which requires that fast-forward is off
 * @param links the bytes on links; for slices of time, fast-forward must be off
 */
public record Watched(Optional<Timeline> timeline, Optional<LinkUse> links, Detail detail) {
  /** A replay that records only its result. */
  public static final Watched NOTHING =
      new Watched(Optional.empty(), Optional.empty(), Detail.REPORT);

  /** How much is computed; each value includes those before it. */
  public enum Detail {
    /** The predicted time, without further replays. */
    ANSWER,
    /** The efficiencies and the time of average iterations too, each by a further replay. */
    REPORT,
    /** For each call site, the variation of its times between ranks too. */
    CALLS_BY_RANK
  }

  /**
   * Whether a replay has neither a timeline nor link loads, so that one replay can serve several
   * machines.
   */
  boolean isNothing() {
    return timeline.isEmpty() && links.isEmpty();
  }
}
