package io.github.tracecast.platform.collective;

/** Arithmetic of ranks: counted from the root, and in the largest power of two. */
final class Ranks {
  private Ranks() {}

  /** The call's rank counted from the root, which is 0. */
  static int fromRoot(CollectiveCall call) {
    return Math.floorMod(call.rank() - call.root(), call.size());
  }

  /** The local rank that lies {@code distance}, 0 to size - 1, after the root. */
  static int afterRoot(CollectiveCall call, int distance) {
    return around(call, call.root() + distance);
  }

  /** Maps a rank or block from 0 to 2 size - 1, or from -size, to 0 to size - 1. */
  static int around(CollectiveCall call, int rank) {
    int size = call.size();
    return rank < 0 ? rank + size : rank < size ? rank : rank - size;
  }

  /** The least k with 2^k at least n; n is at least 1. */
  static int ceilingLog2(int n) {
    return 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  /** The greatest k with 2^k at most n; n is at least 1. */
  static int floorLog2(int n) {
    return 31 - Integer.numberOfLeadingZeros(n);
  }
}
