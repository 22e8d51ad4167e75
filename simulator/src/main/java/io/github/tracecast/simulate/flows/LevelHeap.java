package io.github.tracecast.simulate.flows;

import java.util.Arrays;

/**
 * A queue of links by level, lowest first. At equal levels the lowest link comes first. A link may
 * be in it several times. One thread.
 */
final class LevelHeap {
  private double[] levels = new double[64];
  private int[] links = new int[64];
  private int size;

  void clear() {
    size = 0;
  }

  double lowest() {
    return levels[0];
  }

  int first() {
    return links[0];
  }

  /** Gives the lowest entry a higher level. */
  void raiseFirst(double level) {
    sink(level, links[0]);
  }

  void add(double level, int link) {
    if (size == links.length) {
      levels = Arrays.copyOf(levels, 2 * size);
      links = Arrays.copyOf(links, 2 * size);
    }
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (!before(level, link, levels[parent], links[parent])) {
        break;
      }
      levels[at] = levels[parent];
      links[at] = links[parent];
      at = parent;
    }
    levels[at] = level;
    links[at] = link;
  }

  /** Removes the lowest entry. */
  void remove() {
    int last = --size;
    if (last > 0) {
      sink(levels[last], links[last]);
    }
  }

  private void sink(double level, int link) {
    int at = 0;
    while (true) {
      int best = 4 * at + 1;
      if (best >= size) {
        break;
      }
      int end = Math.min(best + 4, size);
      for (int child = best + 1; child < end; child++) {
        if (before(levels[child], links[child], levels[best], links[best])) {
          best = child;
        }
      }
      if (!before(levels[best], links[best], level, link)) {
        break;
      }
      levels[at] = levels[best];
      links[at] = links[best];
      at = best;
    }
    levels[at] = level;
    links[at] = link;
  }

  private static boolean before(double level, int link, double other, int otherLink) {
    return level < other || level == other && link < otherLink;
  }
}
