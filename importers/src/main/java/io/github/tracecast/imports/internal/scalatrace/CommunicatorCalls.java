package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Computes the groups after all members of a communicator have made the same call that splits it.
 * Not thread-safe.
 */
final class CommunicatorCalls {
  private final List<RawEvent> events;
  private final GroupTable groups;
  private final GroupCalls groupCalls;

  CommunicatorCalls(List<RawEvent> events, GroupTable groups, GroupCalls groupCalls) {
    this.events = events;
    this.groups = groups;
    this.groupCalls = groupCalls;
  }

  /**
   * The new group of each member, {@link GroupTable#EMPTY} for MPI_COMM_NULL.
   *
   * @param members world ranks of the parent by local rank
   * @param at the event of each member, all of one kind
   * @param execution how many times it executed that event before
   * @param group the parent's group, which a duplicate keeps
   */
  int[] newGroups(int[] members, int[] at, int[] execution, int group) {
    return switch (events.get(at[0]).call()) {
      case COMM_SPLIT -> split(members, at, execution);
      case COMM_CREATE -> create(members, at, execution);
      case CART_CREATE -> cartesian(members, at);
      default -> filled(members.length, group);
    };
  }

  private static int[] filled(int length, int value) {
    int[] result = new int[length];
    Arrays.fill(result, value);
    return result;
  }

  /** By colour, ordered by key and then by rank in the parent; a negative colour is MPI_UNDEFINED. */
  private int[] split(int[] members, int[] at, int[] execution) {
    Map<Long, List<long[]>> byColor = new TreeMap<>();
    for (int local = 0; local < members.length; local++) {
      int rank = members[local];
      long color =
          events.get(at[local]).argument(ParameterTags.COLOR, rank, execution[local], "colour");
      long key = Math.floorMod(
          events.get(at[local]).argument(ParameterTags.KEY, rank, execution[local], "key") + rank,
          (long) groups.members(0).length);
      if (color >= 0) {
        byColor.computeIfAbsent(color, c -> new ArrayList<>()).add(new long[] {key, local});
      }
    }
    int[] result = filled(members.length, GroupTable.EMPTY);
    for (List<long[]> same : byColor.values()) {
      same.sort((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
      int group =
          groups.id(same.stream().mapToInt(entry -> members[(int) entry[1]]).toArray());
      same.forEach(entry -> result[(int) entry[1]] = group);
    }
    return result;
  }

  private int[] create(int[] members, int[] at, int[] execution) {
    int[] result = new int[members.length];
    Map<Integer, Set<Integer>> membersOfGroup = new HashMap<>();
    for (int local = 0; local < members.length; local++) {
      int rank = members[local];
      int group = groupCalls.group(
          events.get(at[local]),
          rank,
          events.get(at[local]).argument(ParameterTags.GROUP, rank, execution[local], "group"));
      boolean in = membersOfGroup
          .computeIfAbsent(
              group, g -> Set.copyOf(Arrays.stream(groups.members(g)).boxed().toList()))
          .contains(rank);
      result[local] = in ? group : GroupTable.EMPTY;
    }
    return result;
  }

  /**
   * Returns the first ranks of the parent, as many as the grid has places. MPI may reorder them,
   * but the file does not show it.
   */
  private int[] cartesian(int[] members, int[] at) {
    RawEvent event = events.get(at[0]);
    ValuesByGroup dimensions = event.parameters().get(ParameterTags.DIMENSIONS);
    long places = 1;
    Group extents = dimensions == null ? null : dimensions.at(members[0]);
    for (long extent : extents == null ? new long[] {members.length} : extents.numbers()) {
      places = extent < 1 || places > members.length ? Long.MAX_VALUE : places * extent;
    }
    if (places > members.length) {
      throw event.fault(
          "a Cartesian grid that its " + members.length + " processes do not fill",
          "at most as many grid points as processes");
    }
    int[] result = filled(members.length, GroupTable.EMPTY);
    Arrays.fill(result, 0, (int) places, groups.id(Arrays.copyOf(members, (int) places)));
    return result;
  }
}
