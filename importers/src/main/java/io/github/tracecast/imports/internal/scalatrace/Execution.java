package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.communicators.Making;
import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One execution of an event by a rank.
 *
 * @param index the index of the event in the file
 * @param execution the number of earlier executions of the event by the rank
 */
record Execution(int index, RawEvent event, int rank, int execution) {
  long argument(int tag, String what) {
    return event.argument(tag, rank, execution, what);
  }

  /**
   * Returns the handle of a group. The file has 0 for MPI_GROUP_EMPTY and -1 for MPI_GROUP_NULL.
   */
  long group(int tag) {
    long handle = argument(tag, "group");
    return handle == -1 ? Making.EMPTY_GROUP : handle;
  }

  /** Returns the dimensions of a Cartesian grid; null if the file lacks them. */
  int @Nullable [] extents() {
    Group extents = event.values(ParameterTags.DIMENSIONS, rank);
    return extents == null
        ? null
        : Arrays.stream(extents.numbers())
            .mapToInt(extent -> Math.clamp(extent, 0, Integer.MAX_VALUE))
            .toArray();
  }

  /**
   * Returns a list with as many items as the call's count.
   *
   * @param width the number of values in an item
   * @param most the largest number of items
   */
  long[] list(int tag, int width, int most) {
    Group listed = event.values(tag, rank);
    Group counted = event.values(ParameterTags.COUNT, rank);
    if (listed == null || counted == null) {
      throw event.fault(
          event.callName() + " without its ranks for rank " + rank, "a count and a list of ranks");
    }
    long[] stream = listed.numbers();
    long[] count = counted.numbers();
    long from = 0;
    for (int before = 0; before < execution; before++) {
      from += width * count[before % count.length];
    }
    long length = width * count[execution % count.length];
    if (length < 0 || length > most * (long) width) {
      throw event.fault(length / width + " ranks", "0 to " + most);
    }
    long[] result = new long[(int) length];
    for (int i = 0; i < result.length; i++) {
      result[i] = stream[(int) ((from + i) % stream.length)];
    }
    return result;
  }
}
