package io.github.tracecast.imports.internal.communicators;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An ordered group of world ranks. Immutable. */
public final class RankGroup {
  /**
   * The id of groups that are not in the table: the empty group, and the groups of MPI_COMM_SELF.
   */
  public static final int NO_ID = -1;

  static final RankGroup EMPTY = new RankGroup(NO_ID);

  private final int id;
  private final int[] members;

  /**
   * The local ranks by world rank; null if the members ascend, because then a binary search finds
   * them.
   */
  private final @Nullable Int2IntOpenHashMap localRanks;

  RankGroup(int id, int... members) {
    this.id = id;
    this.members = members;
    boolean ascends = true;
    for (int local = 1; local < members.length; local++) {
      ascends &= members[local - 1] < members[local];
    }
    localRanks = ascends ? null : new Int2IntOpenHashMap(members.length);
    if (localRanks != null) {
      localRanks.defaultReturnValue(-1);
      for (int local = 0; local < members.length; local++) {
        localRanks.putIfAbsent(members[local], local);
      }
    }
  }

  /** Returns the index of the group in the {@link GroupTable}, or {@link #NO_ID}. */
  public int id() {
    return id;
  }

  public int size() {
    return members.length;
  }

  /** Returns the world rank of a local rank. */
  public int worldRank(int local) {
    return members[local];
  }

  /** Returns the local rank of a world rank; negative if the rank is not a member. */
  public int localRank(int world) {
    return localRanks == null ? Arrays.binarySearch(members, world) : localRanks.get(world);
  }

  boolean has(int world) {
    return localRank(world) >= 0;
  }

  /** Returns the world ranks by local rank. Callers must not change the array. */
  public int[] members() {
    return members;
  }
}
