package io.github.tracecast.compress.loops;

import java.util.Arrays;

/** A stream in which the symbols are replaced by 0, 1, ... in ascending order. */
final class SymbolTable {
  private final int[] numbers;
  private final int[] ranks;

  SymbolTable(int[] stream) {
    int[] sorted = stream.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[count++] = sorted[i];
      }
    }
    numbers = Arrays.copyOf(sorted, count);
    ranks = new int[stream.length];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = Arrays.binarySearch(numbers, stream[i]);
    }
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
