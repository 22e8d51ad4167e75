package io.github.tracecast.compress.loops;

/** How the loops of a stream are searched. */
public enum LoopSearch {
  /**
   * Innermost loops first: of what repeats, the shortest is folded into a symbol of its own, until nothing repeats. At most log2 n
   * levels of O(n log n) steps each, n being the length of the stream.
   */
  GREEDY,
  /**
   * The shortest nest: O(n log n) steps to find all repetitions, and O(n log n) times a constant to weigh their bodies. The constant
   * is small where inner loops are short, and bounded by trying less starts of bodies of more than 2,048 symbols. Where that leaves
   * any untried, {@link LoopDiscovery#exact} is false, and the result is still no longer than the greedy one.
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
        LoopDiscovery shortest = new OptimalSearch(symbols, OptimalSearch.BUDGET).run();
        if (shortest.exact()) {
          yield shortest;
        }
        LoopDiscovery greedy = new GreedySearch(symbols).run();
        yield shortest.plus(greedy);
      }
    };
  }
}
