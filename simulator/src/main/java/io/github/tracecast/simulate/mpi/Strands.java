package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import java.util.Arrays;

/**
 * Non-blocking collectives in progress. Each such row is a strand of its rank's program. Like a rank, it
 * runs its own instructions on its own clock. Rows of strands follow the ranks' rows in {@link
 * RankStates}. Rows are used again. One thread.
 */
public final class Strands {
  public static final int NONE = -1;

  private final RankStates ranks;
  private final Slots slots;

  /** By rank: its first started strand. */
  private final int[] first;

  /**
   * By strand, from 0: its rank, the next strand of the same rank or the next free one, and the
   * request that it ends.
   */
  private int[] owner = new int[0];

  private int[] next = new int[0];
  private int[] request = new int[0];
  private int used;
  private int free = NONE;

  private final Network network;

  Strands(RankStates ranks, Slots slots, Network network) {
    this.network = network;
    this.ranks = ranks;
    this.slots = slots;
    first = new int[ranks.count()];
    Arrays.fill(first, NONE);
  }

  /** The rank of a row of {@link RankStates}, which may belong to a strand. */
  public int owner(int row) {
    return row < ranks.count() ? row : owner[row - ranks.count()];
  }

  /** Row of the rank's first strand in {@link RankStates}; {@link #NONE} if it has none. */
  int firstOf(int rank) {
    return first[rank];
  }

  /** Row of the next strand of the same rank; {@link #NONE} if there is none. */
  int after(int row) {
    return next[row - ranks.count()];
  }

  /** The slot of the request that a strand ends. */
  int request(int row) {
    return request[row - ranks.count()];
  }

  /** Starts a strand for the collective that a rank has reached. Returns its row. */
  int start(int rank, int at) {
    int row = create(rank);
    ranks.fork(row, rank, at);
    int slot = slots.create(Slots.RUNNING, 1);
    slots.setCost(slot, Slots.NONE);
    request[row - ranks.count()] = slot;
    return row;
  }

  private int create(int rank) {
    int strand = free;
    if (strand == NONE) {
      if (used == owner.length) {
        grow(Math.max(8, 2 * used));
      }
      strand = used++;
    } else {
      free = next[strand];
    }
    owner[strand] = rank;
    next[strand] = NONE;
    int row = ranks.count() + strand;
    if (first[rank] == NONE) {
      first[rank] = row;
    } else {
      int last = first[rank];
      while (after(last) != NONE) {
        last = after(last);
      }
      next[last - ranks.count()] = row;
    }
    return row;
  }

  private void grow(int size) {
    owner = Arrays.copyOf(owner, size);
    next = Arrays.copyOf(next, size);
    request = Arrays.copyOf(request, size);
    ranks.reach(ranks.count() + size);
  }

  /** Ends a strand and its request. */
  void end(int row) {
    int strand = row - ranks.count();
    int slot = request[strand];
    slots.picos().put(slot, ranks.clock(), row);
    network.ends(slot);
    int rank = owner[strand];
    if (first[rank] == row) {
      first[rank] = next[strand];
    } else {
      int before = first[rank];
      while (after(before) != row) {
        before = after(before);
      }
      next[before - ranks.count()] = next[strand];
    }
    next[strand] = free;
    free = strand;
  }
}
