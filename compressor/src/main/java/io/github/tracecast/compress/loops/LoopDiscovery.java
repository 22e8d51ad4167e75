package io.github.tracecast.compress.loops;

/**
 * The result of a search for loops in a stream.
 *
 * @param nest the loop nest, which expands to exactly the stream
 * @param exact whether the nest is the shortest among all nests whose loop bodies are not
 *     repetitions of a shorter body
 * @param steps the number of comparisons and table look-ups of the search, which is the same on
 *     every machine
 */
public record LoopDiscovery(LoopNest nest, boolean exact, long steps) {
  /**
   * Returns the result with the shorter nest, or this result if both nests are equally long, with
   * the steps of both searches.
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
