package io.github.tracecast.trace;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Splits the ranks into classes. Two ranks stay in the same class as long as every list contains
 * both ranks or neither of them. Time is O(ranks + sizes of the distinct lists), and memory is a
 * few ints for each rank. Not thread-safe.
 */
public final class RankPartition {
  private final int ranks;
  private final int[] classOf;
  private final Set<RankList> seen = new HashSet<>();
  private int classes = 1;
  private int[] size = new int[16];
  private int[] hits = new int[16];
  private int[] movedTo = new int[16];

  /**
   * Creates a partition with all ranks in one class.
   *
   * @param ranks at least 1
   */
  public RankPartition(int ranks) {
    this.ranks = ranks;
    this.classOf = new int[ranks];
    this.size[0] = ranks;
  }

  /**
   * Separates the members of the list from the other ranks within each class. All members must be
   * less than the number of ranks.
   */
  public void split(RankList list) {
    if (classes == ranks || list.size() == ranks || !seen.add(list)) {
      return;
    }
    int[] members = list.toArray();
    for (int rank : members) {
      hits[classOf[rank]]++;
    }
    int before = classes;
    Arrays.fill(movedTo, 0, before, -1);
    for (int id = 0; id < before; id++) {
      if (hits[id] > 0 && hits[id] < size[id]) {
        movedTo[id] = classes++;
      }
    }
    if (classes > before) {
      grow();
      for (int rank : members) {
        int id = classOf[rank];
        if (movedTo[id] >= 0) {
          classOf[rank] = movedTo[id];
          size[id]--;
          size[movedTo[id]]++;
        }
      }
    }
    Arrays.fill(hits, 0, before, 0);
  }

  private void grow() {
    if (classes > size.length) {
      int length = Math.max(classes, size.length * 2);
      size = Arrays.copyOf(size, length);
      hits = Arrays.copyOf(hits, length);
      movedTo = Arrays.copyOf(movedTo, length);
    }
  }

  /** Returns the number of classes, at least 1. */
  public int count() {
    return classes;
  }

  /** Returns the class of each rank, 0 to count - 1. Classes are numbered by their lowest ranks. */
  public int[] classOf() {
    int[] renamed = new int[classes];
    Arrays.fill(renamed, -1);
    int[] result = new int[ranks];
    int next = 0;
    for (int rank = 0; rank < ranks; rank++) {
      int id = classOf[rank];
      if (renamed[id] < 0) {
        renamed[id] = next++;
      }
      result[rank] = renamed[id];
    }
    return result;
  }
}
