package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Executes the calls that create process groups for each rank. They are local, and the file names a
 * group by the rank's own count. Not thread-safe.
 */
final class GroupCalls {
  private final GroupTable table;
  private final Handles handles;

  GroupCalls(int ranks, GroupTable table) {
    this.table = table;
    this.handles = new Handles(ranks);
  }

  /** The meaning of a rank's handle; empty for MPI_GROUP_NULL and MPI_GROUP_EMPTY. */
  int group(RawEvent event, int rank, long index) {
    if (index == 0 || index == -1) {
      return GroupTable.EMPTY;
    }
    if (!handles.has(rank, index)) {
      throw event.fault(
          "group " + index + " of rank " + rank, "0, or a group that the rank created");
    }
    return handles.get(rank, index);
  }

  /**
   * Executes one call of one rank.
   *
   * @param ofCommunicator the group of the communicator that MPI_Comm_group reads
   */
  void run(RawEvent event, int rank, int execution, int ofCommunicator) {
    int made = switch (event.call()) {
      case COMM_GROUP -> ofCommunicator;
      case GROUP_INCL -> table.id(chosen(event, rank, execution));
      case GROUP_EXCL -> without(event, rank, execution, chosen(event, rank, execution));
      case GROUP_RANGE_INCL -> table.id(ranges(event, rank, execution));
      case GROUP_RANGE_EXCL -> without(event, rank, execution, ranges(event, rank, execution));
      case GROUP_UNION ->
        table.union(
            operand(event, ParameterTags.GROUP_1, rank, execution),
            operand(event, ParameterTags.GROUP_2, rank, execution));
      case GROUP_INTERSECTION ->
        table.intersection(
            operand(event, ParameterTags.GROUP_1, rank, execution),
            operand(event, ParameterTags.GROUP_2, rank, execution));
      case GROUP_DIFFERENCE ->
        table.difference(
            operand(event, ParameterTags.GROUP_1, rank, execution),
            operand(event, ParameterTags.GROUP_2, rank, execution));
      default -> throw new AssertionError(event.callName() + " creates no group");
    };
    if (!handles.add(rank, made)) {
      throw event.fault(
          "more than " + Handles.FIRST + " groups created by rank " + rank,
          "at most " + Handles.FIRST
              + ", which is the number of groups that the recorder distinguishes");
    }
  }

  private int operand(RawEvent event, int tag, int rank, int execution) {
    return group(event, rank, event.argument(tag, rank, execution, "group"));
  }

  private int without(RawEvent event, int rank, int execution, int[] excluded) {
    return table.difference(
        operand(event, ParameterTags.GROUP, rank, execution), table.id(excluded));
  }

  /** World ranks of the local ranks that the call lists. */
  private int[] chosen(RawEvent event, int rank, int execution) {
    return toWorld(event, rank, execution, list(event, ParameterTags.RANKS, 1, rank, execution));
  }

  private int[] ranges(RawEvent event, int rank, int execution) {
    long[] triplets = list(event, ParameterTags.RANGES, 3, rank, execution);
    IntStream.Builder locals = IntStream.builder();
    int size = table.members(operand(event, ParameterTags.GROUP, rank, execution)).length;
    for (int i = 0; i + 2 < triplets.length; i += 3) {
      long stride = triplets[i + 2];
      if (stride == 0
          || triplets[i] < 0
          || triplets[i] >= size
          || triplets[i + 1] < 0
          || triplets[i + 1] >= size) {
        throw event.fault(
            "range " + triplets[i] + " to " + triplets[i + 1] + " by " + stride,
            "ranks of the group and a stride other than 0");
      }
      for (long local = triplets[i];
          stride > 0 ? local <= triplets[i + 1] : local >= triplets[i + 1];
          local += stride) {
        locals.add((int) local);
      }
    }
    return toWorld(event, rank, execution, locals.build().asLongStream().toArray());
  }

  private long[] list(RawEvent event, int tag, int width, int rank, int execution) {
    ValuesByGroup lists = event.parameters().get(tag);
    ValuesByGroup counts = event.parameters().get(ParameterTags.COUNT);
    Group ranks = lists == null ? null : lists.at(rank);
    Group counted = counts == null ? null : counts.at(rank);
    if (ranks == null || counted == null) {
      throw event.fault(
          event.callName() + " without its ranks for rank " + rank, "a count and a list of ranks");
    }
    long[] stream = ranks.numbers();
    long[] count = counted.numbers();
    long from = 0;
    for (int before = 0; before < execution; before++) {
      from += width * count[before % count.length];
    }
    long length = width * count[execution % count.length];
    if (length < 0 || length > table.members(0).length * (long) width) {
      throw event.fault(length / width + " ranks", "0 to " + table.members(0).length);
    }
    long[] result = new long[(int) length];
    for (int i = 0; i < result.length; i++) {
      result[i] = stream[(int) ((from + i) % stream.length)];
    }
    return result;
  }

  private int[] toWorld(RawEvent event, int rank, int execution, long[] locals) {
    int[] members = table.members(operand(event, ParameterTags.GROUP, rank, execution));
    return Arrays.stream(locals)
        .mapToInt(local -> {
          if (local < 0 || local >= members.length) {
            throw event.fault(
                "rank " + local + " of a group of " + members.length,
                "0 to " + (members.length - 1));
          }
          return members[(int) local];
        })
        .toArray();
  }
}
