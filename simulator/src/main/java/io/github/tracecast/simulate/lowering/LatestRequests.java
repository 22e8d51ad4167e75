package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The requests that a rank has made since its last wait, without a loop or another call in between.
 * If a call waits for exactly these, each is expected when it is made and never named. One thread.
 */
final class LatestRequests {
  private final CodeBuffer code;

  /** Number of requests that a rank can name at a time. */
  private final int ring;

  /** Positions of their instructions. */
  private final IntArrayList made = new IntArrayList();

  LatestRequests(CodeBuffer code, int ring) {
    this.code = code;
    this.ring = ring;
  }

  void forget() {
    made.clear();
  }

  void made() {
    made.add(code.lastPosition());
  }

  /**
   * Whether offsets name the latest requests in the order of their creation. The order matters: of
   * requests that end at the same time, the first named is taken first.
   */
  boolean areNamedBy(IntArrayList offsets) {
    if (offsets.size() > Math.min(made.size(), ring)) {
      return false;
    }
    for (int i = 0; i < offsets.size(); i++) {
      if (offsets.getInt(i) != offsets.size() - i) {
        return false;
      }
    }
    return true;
  }

  /** Makes the latest requests expected when they are made. */
  void expect(int count) {
    for (int i = made.size() - count; i < made.size(); i++) {
      code.set(made.getInt(i) + 2, Op.EXPECTED); // "then" of a send or a receive
    }
  }
}
