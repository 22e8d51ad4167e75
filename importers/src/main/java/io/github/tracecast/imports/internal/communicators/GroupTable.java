package io.github.tracecast.imports.internal.communicators;

import io.github.tracecast.trace.Group;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Groups of world ranks, each stored once. The first group is that of MPI_COMM_WORLD. Not thread-safe. */
public final class GroupTable {
  private final Map<IntBuffer, RankGroup> byMembers = new HashMap<>();
  private final List<RankGroup> groups = new ArrayList<>();

  public GroupTable(int world) {
    of(IntStream.range(0, world).toArray());
  }

  /** Returns the group with these members in this order. */
  RankGroup of(int[] worldRanks) {
    if (worldRanks.length == 0) {
      return RankGroup.EMPTY;
    }
    return byMembers.computeIfAbsent(IntBuffer.wrap(worldRanks), key -> {
      groups.add(new RankGroup(groups.size(), worldRanks));
      return groups.getLast();
    });
  }

  RankGroup union(RankGroup one, RankGroup other) {
    return of(concatenated(one.members(), where(other, rank -> !one.has(rank))));
  }

  RankGroup difference(RankGroup one, RankGroup other) {
    return of(where(one, rank -> !other.has(rank)));
  }

  RankGroup intersection(RankGroup one, RankGroup other) {
    return of(where(one, other::has));
  }

  static int[] concatenated(int[] one, int[] other) {
    return IntStream.concat(Arrays.stream(one), Arrays.stream(other)).toArray();
  }

  private static int[] where(RankGroup group, IntPredicate wanted) {
    return Arrays.stream(group.members()).filter(wanted).toArray();
  }

  public RankGroup get(int id) {
    return groups.get(id);
  }

  /** Returns all groups in the form of the trace. */
  public List<Group> toTrace() {
    return groups.stream().map(group -> Group.of(group.members())).toList();
  }
}
