package io.github.tracecast.compress.loops;

/**
 * The result of a search for loops in a stream.
 *
 * @param nest the loop nest, which expands to exactly the stream
 * @param exact whether no nest is shorter, among nests with loop bodies that do not themselves
 *     repeat
 * @param steps comparisons and table look-ups of the search; the number is the same on every
 *     machine
 */
public record LoopDiscovery(LoopNest nest, boolean exact, long steps) {
  /**
   * Returns the shorter of two nests, or this nest if both are equally long, with the steps of both
   * searches.
   */
  LoopDiscovery plus(LoopDiscovery other) {
    LoopNest shorter = other.nest.writtenLength() < nest.writtenLength() ? other.nest : nest;
    return new LoopDiscovery(shorter, exact, steps + other.steps);
  }

  /** Returns the length of the stream divided by the length of the nest; 1 for an empty stream. */
  public double ratio() {
    return nest.isEmpty() ? 1 : (double) nest.rawLength() / nest.writtenLength();
  }

  /** Returns the share of the stream that is in loops, from 0 to 1; 0 for an empty stream. */
  public double span() {
    return nest.isEmpty() ? 0 : (double) nest.loopedLength() / nest.rawLength();
  }
}
