package io.github.tracecast.platform.collective;

/** Arithmetic of ranks that are counted from the root, and logarithms of the number of ranks. */
final class Ranks {
  private Ranks() {}

  /** The calling rank, counted from the root as rank 0. */
  static int fromRoot(CollectiveCall call) {
    return Math.floorMod(call.rank() - call.root(), call.size());
  }

  /** The local rank at a distance after the root, from 0 to size - 1. */
  static int afterRoot(CollectiveCall call, int distance) {
    return around(call, call.root() + distance);
  }

  /** Reduces the number of a rank or block modulo size. It must be between -size and 2 size - 1. */
  static int around(CollectiveCall call, int rank) {
    int size = call.size();
    return rank < 0 ? rank + size : rank < size ? rank : rank - size;
  }

  /** ceil(log2(n)), the least k with 2^k at least n; n is at least 1. */
  static int ceilingLog2(int n) {
    return 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  /** floor(log2(n)), the greatest k with 2^k at most n; n is at least 1. */
  static int floorLog2(int n) {
    return 31 - Integer.numberOfLeadingZeros(n);
  }
}
