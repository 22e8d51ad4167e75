package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a rank's entries, which are the same for all ranks that share instructions.
 *
 * @param sends addresses of channels on which the rank sends
 * @param receives addresses of channels on which it receives
 * @param values addresses of costs and sites
 */
record EntryLayout(int[] sends, int[] receives, int[] values) {
  /** Reads the instructions from a position on. Returns null if an instruction depends on the number or the order of ranks. */
  static @Nullable EntryLayout of(int[] code, int start) {
    IntRBTreeSet sends = new IntRBTreeSet();
    IntRBTreeSet receives = new IntRBTreeSet();
    IntRBTreeSet values = new IntRBTreeSet();
    for (int at = start; code[at] != Op.HALT; at += Op.length(code, at)) {
      switch (code[at]) {
        case Op.SEND -> {
          sends.add(code[at + 1]);
          values.add(code[at + 1] + 1);
          if (code[at + 4] == Op.WHOLE) {
            values.add(code[at + 1] + 2);
          }
        }
        case Op.RECEIVE -> receives.add(code[at + 1]);
        default -> {
          if (!isOfAnyRank(code, at)) {
            return null;
          }
        }
      }
    }
    return new EntryLayout(sends.toIntArray(), receives.toIntArray(), values.toIntArray());
  }

  /** Whether an instruction without entries has the same effect on each rank. */
  private static boolean isOfAnyRank(int[] code, int at) {
    return switch (code[at]) {
      case Op.CLOSE,
          Op.COMPUTE,
          Op.COMPUTE_AFTER,
          Op.PREVIOUS,
          Op.CASE,
          Op.BEGIN,
          Op.END,
          Op.AWAIT,
          Op.OVER,
          Op.FREE,
          Op.COPY,
          Op.AGAIN -> true;
      case Op.OPEN -> (code[at + 3] | code[at + 4]) != 0; // otherwise the trace is asked by rank
      case Op.EXPECT -> code[at + 1] == Op.NOTHING_LEFT;
      default -> false;
    };
  }

  /** The number of entries up to the last address. */
  int length() {
    int last = -1;
    for (int[] addresses : new int[][] {sends, receives, values}) {
      last = addresses.length == 0 ? last : Math.max(last, addresses[addresses.length - 1]);
    }
    return last + 1;
  }
}
