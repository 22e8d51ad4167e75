package io.github.tracecast.simulate.collective;

/** How a collective operation goes as point-to-point messages. Immutable, without state: any thread may use it for any call. */
public interface Algorithm {
  /**
   * Emits what this rank does in a round (0, 1, 2...). The receives are posted at once, then the sends
   * go out one after another; the next round starts when all receives of this one have completed and
   * all its sends are locally complete. A round may be empty.
   *
   * @return false, having emitted nothing, when the rank has no such round any more
   */
  boolean round(CollectiveCall call, int round, Steps steps);
}
