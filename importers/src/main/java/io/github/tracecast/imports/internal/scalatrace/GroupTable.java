package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.trace.Group;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ordered groups of world ranks, each stored once; group 0 is MPI_COMM_WORLD's. Not thread-safe. */
final class GroupTable {
  /** The group without members. It has no id in a trace. */
  static final int EMPTY = -1;

  private final Map<IntBuffer, Integer> ids = new HashMap<>();
  private final Map<Integer, Map<Integer, Integer>> localRanks = new HashMap<>();
  private final List<int[]> groups = new ArrayList<>();

  GroupTable(int world) {
    int[] all = new int[world];
    Arrays.setAll(all, rank -> rank);
    id(all);
  }

  /** Id of the group with these members in this order. */
  int id(int[] worldRanks) {
    if (worldRanks.length == 0) {
      return EMPTY;
    }
    Integer known = ids.putIfAbsent(IntBuffer.wrap(worldRanks), groups.size());
    if (known != null) {
      return known;
    }
    groups.add(worldRanks);
    return groups.size() - 1;
  }

  /** World ranks in the order of local ranks. Callers must not change the array. */
  int[] members(int id) {
    return id == EMPTY ? new int[0] : groups.get(id);
  }

  /**
   * Local rank of a member.
   *
   * @throws IllegalArgumentException if the world rank is not a member
   */
  int localRank(int id, int world) {
    Map<Integer, Integer> locals = localRanks.computeIfAbsent(id, this::index);
    Integer local = locals.get(world);
    if (local == null) {
      throw new IllegalArgumentException("rank " + world + " is not a member of group " + id);
    }
    return local;
  }

  private Map<Integer, Integer> index(int id) {
    int[] members = members(id);
    Map<Integer, Integer> locals = HashMap.newHashMap(members.length);
    for (int local = 0; local < members.length; local++) {
      locals.put(members[local], local);
    }
    return locals;
  }

  int union(int a, int b) {
    int[] first = members(a);
    int[] rest = without(members(b), first);
    int[] both = Arrays.copyOf(first, first.length + rest.length);
    System.arraycopy(rest, 0, both, first.length, rest.length);
    return id(both);
  }

  int difference(int a, int b) {
    return id(without(members(a), members(b)));
  }

  int intersection(int a, int b) {
    return id(without(members(a), without(members(a), members(b))));
  }

  private static int[] without(int[] members, int[] others) {
    Set<Integer> excluded = new HashSet<>();
    for (int rank : others) {
      excluded.add(rank);
    }
    return Arrays.stream(members).filter(rank -> !excluded.contains(rank)).toArray();
  }

  /** The table in the trace's form. */
  List<Group> groups() {
    return groups.stream().map(Group::of).toList();
  }
}
