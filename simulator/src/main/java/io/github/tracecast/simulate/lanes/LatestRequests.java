package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The requests that a rank has made since it last waited, as far as no loop or other call lies in between. Where a
 * call waits for just these, they are expected when they are made, and never named. One thread.
 */
final class LatestRequests {
  private final CodeBuffer code;

  /** How many of its requests a rank can name at a time. */
  private final int ring;

  /** Where their instructions are. */
  private final IntArrayList made = new IntArrayList();

  LatestRequests(CodeBuffer code, int ring) {
    this.code = code;
    this.ring = ring;
  }

  /** Nothing made until now is known any more. */
  void forget() {
    made.clear();
  }

  /** The next instruction makes a request. */
  void makeNext() {
    made.add(code.position());
  }

  /**
   * Whether offsets name the latest requests, in the order in which these were made: of what comes at the same time, the first
   * that is named is taken first.
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

  /** Lets the latest be expected when they are made. */
  void expect(int count) {
    for (int i = made.size() - count; i < made.size(); i++) {
      int position = made.getInt(i);
      code.set(position, awaited(code.at(position)));
    }
  }

  /** The instruction that does the same and makes no request. */
  private static int awaited(int operation) {
    return switch (operation) {
      case Op.IRECV -> Op.IRECV_AWAITED;
      case Op.ISEND -> Op.SEND;
      case Op.ISEND_LATE -> Op.SEND_LATE_PART;
      default -> throw new AssertionError(operation);
    };
  }
}
