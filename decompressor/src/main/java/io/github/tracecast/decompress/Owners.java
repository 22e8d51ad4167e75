package io.github.tracecast.decompress;

import io.github.tracecast.trace.RankList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;

/**
 * Finds which of several disjoint rank lists holds a rank, with one array access. Memory: one byte,
 * short or int per world rank, depending on the number of lists. Immutable.
 */
final class Owners {
  private final byte[] bytes;
  private final short[] shorts;
  private final int[] ints;

  private Owners(int[] owner, int lists) {
    bytes = lists <= Byte.MAX_VALUE ? new byte[owner.length] : null;
    shorts = bytes == null && lists <= Short.MAX_VALUE ? new short[owner.length] : null;
    ints = bytes == null && shorts == null ? owner : null;
    for (int rank = 0; rank < owner.length; rank++) {
      if (bytes != null) {
        bytes[rank] = (byte) owner[rank];
      } else if (shorts != null) {
        shorts[rank] = (short) owner[rank];
      }
    }
  }

  /** Index of the list that holds the rank, -1 if none does. */
  int of(int rank) {
    if (bytes != null) {
      return bytes[rank];
    }
    return shorts != null ? shorts[rank] : ints[rank];
  }

  /** Creates owners and reuses them when the same partition recurs. Not thread-safe. */
  static final class Pool {
    private final int ranks;
    private final Map<List<RankList>, Owners> known = new HashMap<>();

    Pool(int ranks) {
      this.ranks = ranks;
    }

    /** Returns null for a single list, because its only owner needs no array. */
    Owners of(List<RankList> lists) {
      if (lists.size() == 1) {
        return null;
      }
      return known.computeIfAbsent(List.copyOf(lists), this::build);
    }

    private Owners build(List<RankList> lists) {
      int[] owner = new int[ranks];
      Arrays.fill(owner, -1);
      for (int index = 0; index < lists.size(); index++) {
        for (PrimitiveIterator.OfInt it = lists.get(index).iterator(); it.hasNext(); ) {
          owner[it.nextInt()] = index;
        }
      }
      return new Owners(owner, lists.size());
    }
  }
}
