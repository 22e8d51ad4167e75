package io.github.tracecast.decompress;

import io.github.tracecast.trace.RankList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds which of several disjoint lists contains a rank. The first {@link #FEW} look-ups search the
 * lists. Later look-ups take one access to an array. It has a byte, short or int for each world
 * rank, depending on the number of lists. Thread-safe.
 */
final class Owners {
  /** The number of look-ups before the array is created. */
  private static final int FEW = 64;

  private final List<RankList> lists;
  private final int ranks;
  private int lookups;
  private @Nullable Array array;

  private Owners(List<RankList> lists, int ranks) {
    this.lists = lists;
    this.ranks = ranks;
  }

  /** Returns the index of the list that contains a rank; -1 if no list contains it. */
  int of(int rank) {
    Array made = array;
    if (made != null) {
      return made.of(rank);
    }
    return lookups++ < FEW ? search(rank) : make().of(rank);
  }

  private int search(int rank) {
    for (int index = 0; index < lists.size(); index++) {
      if (lists.get(index).contains(rank)) {
        return index;
      }
    }
    return -1;
  }

  /** Creates the array for look-ups. Several threads may do so at once, because their arrays are equal. */
  private Array make() {
    int[] owner = new int[ranks];
    Arrays.fill(owner, -1);
    for (int index = 0; index < lists.size(); index++) {
      int held = index;
      lists.get(index).forEach(rank -> owner[rank] = held);
    }
    Array made = new Array(owner, lists.size());
    array = made;
    return made;
  }

  /** For each rank, the index of the list that contains the rank. Immutable. */
  private static final class Array {
    private final byte @Nullable [] bytes;
    private final short @Nullable [] shorts;
    private final int[] ints; // empty if all indices fit into bytes or shorts

    Array(int[] owner, int lists) {
      bytes = lists <= Byte.MAX_VALUE ? new byte[owner.length] : null;
      shorts = bytes == null && lists <= Short.MAX_VALUE ? new short[owner.length] : null;
      ints = bytes == null && shorts == null ? owner : new int[0];
      for (int rank = 0; rank < owner.length; rank++) {
        if (bytes != null) {
          bytes[rank] = (byte) owner[rank];
        } else if (shorts != null) {
          shorts[rank] = (short) owner[rank];
        }
      }
    }

    int of(int rank) {
      if (bytes != null) {
        return bytes[rank];
      }
      return shorts != null ? shorts[rank] : ints[rank];
    }
  }

  /** Creates an {@link Owners} for each partition, or returns the existing one. Not thread-safe. */
  static final class Pool {
    private final int ranks;
    private final Map<List<RankList>, Owners> known = new HashMap<>();

    Pool(int ranks) {
      this.ranks = ranks;
    }

    /** Returns null for a single list, because its only owner needs no array. */
    @Nullable Owners of(List<RankList> lists) {
      if (lists.size() == 1) {
        return null;
      }
      return known.computeIfAbsent(List.copyOf(lists), all -> new Owners(all, ranks));
    }
  }
}
