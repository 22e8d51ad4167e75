package io.github.tracecast.decompress;

import io.github.tracecast.trace.RankList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the lists of ranks that contain each class of ranks. Each distinct list is read once,
 * either rank by rank or class by class, whichever is cheaper. A search of each list for each class
 * would take time proportional to classes x lists x sections. It takes about as much memory as the
 * programs of the classes.
 */
final class ClassMembers {
  private final int[] classOf;
  private final int[] lowest;
  private final Map<RankList, int[]> known = new HashMap<>();

  private ClassMembers(int[] classOf, int[] lowest) {
    this.classOf = classOf;
    this.lowest = lowest;
  }

  /**
   * Returns for each class the numbers of the lists that contain it, ascending.
   *
   * @param lowest the lowest rank of each class; a list contains all ranks of a class or none of
   *     them
   */
  static int[][] of(List<RankList> lists, int[] classOf, int[] lowest) {
    ClassMembers members = new ClassMembers(classOf, lowest);
    int[] counts = new int[lowest.length];
    for (RankList list : lists) {
      for (int id : members.classes(list)) {
        counts[id]++;
      }
    }
    int[][] ofClass = new int[lowest.length][];
    Arrays.setAll(ofClass, id -> new int[counts[id]]);
    Arrays.fill(counts, 0);
    for (int number = 0; number < lists.size(); number++) {
      for (int id : members.classes(lists.get(number))) {
        ofClass[id][counts[id]++] = number;
      }
    }
    return ofClass;
  }

  private int[] classes(RankList list) {
    return known.computeIfAbsent(list, this::find);
  }

  private int[] find(RankList list) {
    int[] found = new int[Math.min(list.size(), lowest.length)];
    int count = 0;
    if (list.size() < (long) lowest.length * list.sections().size()) {
      for (int rank : list.toArray()) {
        int id = classOf[rank];
        if (lowest[id] == rank) {
          found[count++] = id;
        }
      }
    } else {
      for (int id = 0; id < lowest.length; id++) {
        if (list.contains(lowest[id])) {
          found[count++] = id;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }
}
