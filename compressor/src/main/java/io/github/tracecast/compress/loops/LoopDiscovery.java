package io.github.tracecast.compress.loops;

/**
 * The result of a search.
 *
 * @param nest the loop nest, which expands to exactly the stream
 * @param exact whether no nest is shorter, among nests with loop bodies that do not themselves
 *     repeat
 * @param steps comparisons and table look-ups of the search; the number is the same on every
 *     machine
 */
public record LoopDiscovery(LoopNest nest, boolean exact, long steps) {
  /** Returns the shorter nest, or this one if both have the same length, with the steps of both. */
  LoopDiscovery plus(LoopDiscovery other) {
    LoopNest shorter = other.nest.writtenLength() < nest.writtenLength() ? other.nest : nest;
    return new LoopDiscovery(shorter, exact, steps + other.steps);
  }

  /** Length of the stream divided by the length of the nest; 1 for an empty stream. */
  public double ratio() {
    return nest.isEmpty() ? 1 : (double) nest.rawLength() / nest.writtenLength();
  }

  /** Share of the stream that is in loops, 0 to 1; 0 for an empty stream. */
  public double span() {
    return nest.isEmpty() ? 0 : (double) nest.loopedLength() / nest.rawLength();
  }
}
