package io.github.tracecast.compress.loops;

/** The ways to search for loops in a stream. */
public enum LoopSearch {
  /**
   * Searches for the innermost loops first. The shortest repetition is folded into a new symbol,
   * until no repetition is left. There are at most log2 n levels of O(n log n) steps each, where n
   * is the length of the stream.
   */
  GREEDY,
  /**
   * Searches for the shortest nest. The search finds all repetitions in O(n log n) steps, and
   * computes costs for O(n log n) places in their bodies. A place takes one step for each
   * repetition that ends there, which is usually a small number and at most O(log n). In a long or
   * very repetitive stream, bodies may have more places. Then the search does not try all starts of
   * bodies, and {@link LoopDiscovery#exact} is false. The result is never longer than that of the
   * greedy search.
   */
  OPTIMAL;

  /**
   * Searches for loops in a stream.
   *
   * @param stream the symbols, which may be any numbers; the array is not changed
   */
  public LoopDiscovery run(int[] stream) {
    SymbolTable symbols = new SymbolTable(stream);
    return switch (this) {
      case GREEDY -> new GreedySearch(symbols).run();
      case OPTIMAL -> {
        LoopDiscovery shortest = new OptimalSearch(symbols).run();
        if (shortest.exact()) {
          yield shortest;
        }
        LoopDiscovery greedy = new GreedySearch(symbols).run();
        yield shortest.plus(greedy);
      }
    };
  }
}
