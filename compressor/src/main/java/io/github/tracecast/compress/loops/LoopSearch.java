package io.github.tracecast.compress.loops;

/** The ways to search the loops of a stream. */
public enum LoopSearch {
  /**
   * Innermost loops first: the shortest repetition is folded into a new symbol, until no repetition
   * is left. There are at most log2 n levels of O(n log n) steps each, where n is the length of the
   * stream.
   */
  GREEDY,
  /**
   * The shortest nest. It takes O(n log n) steps to find all repetitions, and weighs O(n log n)
   * places of their bodies. A place takes one step per repetition that ends there: at most O(log
   * n), usually few. In a long or very repetitive stream, bodies may have more places; then not all
   * of their starts are tried. In that case {@link LoopDiscovery#exact} is false, and the result is
   * still no longer than the greedy one.
   */
  OPTIMAL;

  /**
   * Searches the loops of a stream.
   *
   * @param stream any numbers; it is not changed
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
