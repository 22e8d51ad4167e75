package io.github.tracecast.platform.collective;

/**
 * The steps before and after a recursive algorithm that needs a power of two, for any number p of
 * ranks. The core has q = 2^floor(lg p) ranks, and ranks are counted from the root. Of the first 2
 * (p - q) ranks, each odd rank sends its data to the preceding even rank ({@link #in}), and
 * receives the result from it when the core has finished ({@link #out}). The root is always in the
 * core. Source: Thakur, Rabenseifner, Gropp (IJHPCA 2005).
 */
final class PowerOfTwo {
  static final int OUTSIDE = -1;

  private PowerOfTwo() {}

  /** The number q of ranks in the core: the largest power of two up to p. */
  static int core(CollectiveCall call) {
    return Integer.highestOneBit(call.size());
  }

  /** The number lg q of recursive steps of the q ranks in the core; 0 for a rank outside the core. */
  static int steps(CollectiveCall call) {
    return coreRank(call) == OUTSIDE ? 0 : Ranks.floorLog2(call.size());
  }

  /** The call's rank within the core, or {@link #OUTSIDE}. */
  static int coreRank(CollectiveCall call) {
    int v = Ranks.fromRoot(call);
    int surplus = call.size() - core(call);
    if (v >= 2 * surplus) {
      return v - surplus;
    }
    return v % 2 == 0 ? v / 2 : OUTSIDE;
  }

  /**
   * The position of a core rank in the whole communicator, counted from the root. It is the number
   * of ranks before this rank, so for q it is p.
   */
  static int ahead(CollectiveCall call, int coreRank) {
    int surplus = call.size() - core(call);
    return coreRank < surplus ? 2 * coreRank : coreRank + surplus;
  }

  /** Converts a core rank to a local rank of the communicator. */
  static int local(CollectiveCall call, int coreRank) {
    return Ranks.afterRoot(call, ahead(call, coreRank));
  }

  private static boolean paired(CollectiveCall call) {
    return Ranks.fromRoot(call) < 2 * (call.size() - core(call));
  }

  /** The blocks that an odd rank sends before the core's steps or receives after them. */
  enum Part {
    WHOLE,
    OWN_BLOCK,
    /** All blocks except the rank's own block. */
    OTHER_BLOCKS
  }

  /** The first step, from odd to even ranks: p - q messages with n bytes of vectors or m bytes of blocks. */
  static Schedule in(Part part) {
    return move(part, true);
  }

  /** The last step, from even to odd ranks: p - q messages with the odd rank's result. */
  static Schedule out(Part part) {
    return move(part, false);
  }

  private static Schedule move(Part part, boolean in) {
    return Schedule.of(call -> paired(call) ? 1 : 0, (call, round, steps) -> {
      boolean isOdd = Ranks.fromRoot(call) % 2 == 1;
      int peer = Ranks.afterRoot(call, Ranks.fromRoot(call) ^ 1);
      int odd = isOdd ? call.rank() : peer;
      int first = switch (part) {
        case WHOLE -> 0;
        case OWN_BLOCK -> odd;
        case OTHER_BLOCKS -> Ranks.around(call, odd + 1);
      };
      int count = switch (part) {
        case WHOLE -> steps.blocks();
        case OWN_BLOCK -> 1;
        case OTHER_BLOCKS -> steps.blocks() - 1;
      };
      if (isOdd == in) {
        steps.send(peer, first, count);
      } else if (in && part == Part.WHOLE) {
        steps.combine(peer, first, count);
      } else {
        steps.receive(peer, first, count);
      }
    });
  }
}
