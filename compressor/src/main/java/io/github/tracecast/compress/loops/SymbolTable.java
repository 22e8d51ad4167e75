package io.github.tracecast.compress.loops;

import java.util.Arrays;

/** A stream in which the symbols are replaced by 0, 1, ... in ascending order. */
final class SymbolTable {
  private final int[] numbers;
  private final int[] ranks;

  SymbolTable(int[] stream) {
    numbers = Arrays.stream(stream).sorted().distinct().toArray();
    ranks = Arrays.stream(stream)
        .map(symbol -> Arrays.binarySearch(numbers, symbol))
        .toArray();
  }

  /** Returns the stream of new symbols. Callers must not change the array. */
  int[] stream() {
    return ranks;
  }

  /** Returns the number of different symbols. */
  int count() {
    return numbers.length;
  }

  LoopNest.Symbol symbol(int rank) {
    return new LoopNest.Symbol(numbers[rank]);
  }
}
