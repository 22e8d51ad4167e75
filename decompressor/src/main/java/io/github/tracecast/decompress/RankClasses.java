package io.github.tracecast.decompress;

import io.github.tracecast.trace.RankList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.PrimitiveIterator;
import java.util.Set;

/**
 * Partition refinement: two ranks stay in one class as long as no list holds the one without the other. O(ranks + sizes of the
 * distinct lists) time, three ints a rank of memory. One thread.
 */
final class RankClasses {
  private final int ranks;
  private final int[] classOf;
  private final Set<RankList> seen = new HashSet<>();
  private int classes;
  private int[] size = new int[16];
  private int[] hits = new int[16];
  private int[] movedTo = new int[16];

  RankClasses(int ranks) {
    this.ranks = ranks;
    this.classOf = new int[ranks];
    this.classes = 1;
    this.size[0] = ranks;
  }

  private RankClasses(int[] classOf, int classes) {
    this.ranks = classOf.length;
    this.classOf = classOf.clone();
    this.classes = classes;
    this.size = new int[Math.max(16, classes)];
    this.hits = new int[size.length];
    this.movedTo = new int[size.length];
    for (int id : classOf) {
      size[id]++;
    }
  }

  /** Starts from a partition that is already there; ids 0 to {@code classes - 1}. */
  static RankClasses startingFrom(int[] classOf, int classes) {
    return new RankClasses(classOf, classes);
  }

  /** Parts the members of the list from the others, within each class. */
  void split(RankList list) {
    if (classes == ranks || list.size() == ranks || !seen.add(list)) {
      return;
    }
    for (PrimitiveIterator.OfInt it = list.iterator(); it.hasNext(); ) {
      hits[classOf[it.nextInt()]]++;
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
      for (PrimitiveIterator.OfInt it = list.iterator(); it.hasNext(); ) {
        int rank = it.nextInt();
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

  int count() {
    return classes;
  }

  /** The class of each rank, numbered by the lowest rank that a class holds. */
  int[] numberedByLowestRank() {
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
