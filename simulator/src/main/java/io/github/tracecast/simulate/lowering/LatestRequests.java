package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The requests that a rank has created since its last wait, without a loop or another call in
 * between. If a wait lists exactly these requests, each request is expected when it is created, and
 * no instruction names it. One thread.
 */
final class LatestRequests {
  private final CodeBuffer code;

  /** Number of latest requests to which a rank of the trace can refer. */
  private final int ring;

  /** The positions of the instructions that create the latest requests. */
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
   * Whether offsets name the latest requests in the order of their creation. The order matters,
   * because a wait takes requests that end at the same time in the order of its list.
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

  /** Makes the next wait include the last {@code count} requests, by a flag in their instructions. */
  void expect(int count) {
    for (int i = made.size() - count; i < made.size(); i++) {
      code.set(made.getInt(i) + 2, Op.EXPECTED); // operand "then" of a send or a receive
    }
  }
}
