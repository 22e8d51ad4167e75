package io.github.tracecast.compress.loops;

/** How the loops of a stream are searched. */
public enum LoopSearch {
  /**
   * Innermost loops first: of what repeats, the shortest is folded into a symbol of its own, until nothing repeats. At most log2 n
   * levels of O(n log n) steps each, n being the length of the stream.
   */
  GREEDY,
  /**
   * The shortest nest: O(n log n) steps to find all repetitions, and O(n log n) places of their bodies to weigh, each in one step for
   * each repetition that ends there, O(log n) at most and few as a rule. Where bodies have more places than that, which takes a
   * long stream or a very repetitive one, not all of their starts are tried: {@link LoopDiscovery#exact} is false, and the result
   * is still no longer than the greedy one.
   */
  OPTIMAL;

  /**
   * Searches the loops of a stream.
   *
   * @param stream any numbers; not changed
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
