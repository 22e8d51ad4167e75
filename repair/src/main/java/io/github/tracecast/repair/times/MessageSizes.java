package io.github.tracecast.repair.times;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import java.util.TreeSet;

/**
 * Assigns numbers to the message sizes of a program. Similar sizes, such as those of blocks that
 * differ by a row, share one number. Immutable.
 */
final class MessageSizes {
  /** A size shares the number of the next smaller size if it is larger by less than this factor. */
  private static final double CLOSE = 1.3;

  private final long[] sizes;
  private final int[] numbers;

  private MessageSizes(TreeSet<Long> found) {
    sizes = found.stream().mapToLong(Long::longValue).toArray();
    numbers = new int[sizes.length];
    for (int at = 1; at < sizes.length; at++) {
      numbers[at] = numbers[at - 1] + (sizes[at] < CLOSE * sizes[at - 1] ? 0 : 1);
    }
  }

  static MessageSizes of(Programs programs) {
    TreeSet<Long> found = new TreeSet<>();
    for (int rank = 0; rank < programs.ranks(); rank++) {
      EventCounts.visitPartners(programs, rank, (call, times) -> found.add(call.sendBytes()));
    }
    return new MessageSizes(found);
  }

  /** Returns the number of a size, from 1. */
  int of(long bytes) {
    int at = java.util.Arrays.binarySearch(sizes, bytes);
    return 1 + (at < 0 ? -1 : numbers[at]);
  }
}
