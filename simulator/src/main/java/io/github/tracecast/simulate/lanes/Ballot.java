package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** In which order the lanes want a mailbox's messages: what the first lane to come so far has found, and how far each lane has agreed. One thread. */
final class Ballot {
  final IntArrayList order = new IntArrayList();

  /** By lane: how many it has agreed to. */
  private final int[] agreed;

  Ballot(int lanes) {
    agreed = new int[lanes];
  }

  /** Where a lane is. */
  int agreed(int lane) {
    return agreed[lane];
  }

  /** A lane's next message; false, and nothing changes, if others want another there. */
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

  /** How many some lanes have all agreed to. */
  int agreedByAll(int[] lanes) {
    int all = order.size();
    for (int lane : lanes) {
      all = Math.min(all, agreed[lane]);
    }
    return all;
  }

  /** Forgets the first so many, which all of some lanes have agreed to. */
  void remove(int count, int[] lanes) {
    order.removeElements(0, count);
    for (int lane : lanes) {
      agreed[lane] -= count;
    }
  }

  /** Forgets what none of some lanes has agreed to. */
  void keepOf(int[] lanes) {
    int most = 0;
    for (int lane : lanes) {
      most = Math.max(most, agreed[lane]);
    }
    order.size(most);
  }
}
