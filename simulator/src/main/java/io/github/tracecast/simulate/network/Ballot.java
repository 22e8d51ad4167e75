package io.github.tracecast.simulate.network;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The order of a mailbox's messages, on which lanes have to agree. A ballot stores the order found
 * so far, and for each lane, how many of the first messages the lane has agreed to. One thread.
 */
final class Ballot {
  private final IntArrayList order = new IntArrayList();

  /** The number of messages to which each lane has agreed. */
  private final int[] agreed;

  Ballot(int lanes) {
    agreed = new int[lanes];
  }

  /** The messages in the order for which lanes have voted. */
  IntArrayList order() {
    return order;
  }

  /** The number of messages, from the first on, to which a lane has agreed. */
  int agreed(int lane) {
    return agreed[lane];
  }

  /** Adds a lane's vote for its next message. False if others have voted for another message. */
  boolean vote(int lane, int message) {
    int at = agreed[lane];
    if (at == order.size()) {
      order.add(message);
    } else if (order.getInt(at) != message) {
      return false;
    }
    agreed[lane]++;
    return true;
  }

  /** The number of messages to which all given lanes have agreed. */
  int agreedByAll(int[] lanes) {
    int all = order.size();
    for (int lane : lanes) {
      all = Math.min(all, agreed[lane]);
    }
    return all;
  }

  /** Removes the first messages, to which all given lanes must have agreed. */
  void remove(int count, int[] lanes) {
    order.removeElements(0, count);
    for (int lane : lanes) {
      agreed[lane] -= count;
    }
  }

  /** Removes messages to which none of the given lanes has agreed. */
  void keepOf(int[] lanes) {
    order.size(Arrays.stream(lanes).map(this::agreed).max().orElse(0));
  }
}
