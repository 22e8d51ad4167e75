package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Non-blocking collectives under way. Each is a strand of its rank's program: it runs through its own instructions on a clock of its
 * own, as a rank does, in rows of {@link Ranks} behind those of the ranks. Rows are used again. One thread.
 */
final class Strands {
  static final int NONE = -1;

  private final Ranks ranks;
  private final Slots slots;
  private final Transport transport;

  /** By rank: the strand that it started first. */
  private final int[] first;

  /** By strand, from 0: its rank, the next one of the same rank or free one, and the request that it ends. */
  private int[] owner = new int[0];

  private int[] next = new int[0];
  private int[] request = new int[0];
  private int used;
  private int free = NONE;
  private int alive;

  Strands(Ranks ranks, Slots slots, Transport transport) {
    this.ranks = ranks;
    this.slots = slots;
    this.transport = transport;
    first = new int[ranks.count];
    Arrays.fill(first, NONE);
  }

  boolean isEmpty() {
    return alive == 0;
  }

  /** The rank of a row of {@link Ranks}, which may be a strand's. */
  int owner(int row) {
    return row < ranks.count ? row : owner[row - ranks.count];
  }

  /** The rank's first strand, as a row of {@link Ranks}; {@link #NONE} if it has none. */
  int firstOf(int rank) {
    return first[rank];
  }

  /** The strand that the same rank started next; {@link #NONE} if there is none. */
  int after(int row) {
    return next[row - ranks.count];
  }

  /** The slot of the request that a strand ends. */
  int request(int row) {
    return request[row - ranks.count];
  }

  /** A rank starts one for the collective that it has come to; returns its row. */
  int start(int rank, int at) {
    int row = create(rank);
    ranks.at[row] = at;
    ranks.depth[row] = 0;
    ranks.meeting[row] = ranks.meeting[rank];
    ranks.collective[row] = ranks.collective[rank];
    ranks.clock.put(row, ranks.clock, rank);
    if (ranks.nextSend != null) {
      ranks.nextSend.put(row, ranks.nextSend, rank);
      ranks.nextReceive.put(row, ranks.nextReceive, rank);
    }
    if (ranks.interfaces != null) {
      ranks.interfaces.copy(rank * ranks.lanes, row * ranks.lanes, ranks.lanes);
    }
    int slot = slots.create(Slots.RUNNING, 1);
    slots.cost[slot] = 0;
    request[row - ranks.count] = slot;
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
    alive++;
    owner[strand] = rank;
    next[strand] = NONE;
    int row = ranks.count + strand;
    if (first[rank] == NONE) {
      first[rank] = row;
    } else {
      int last = first[rank];
      while (after(last) != NONE) {
        last = after(last);
      }
      next[last - ranks.count] = row;
    }
    return row;
  }

  private void grow(int size) {
    owner = Arrays.copyOf(owner, size);
    next = Arrays.copyOf(next, size);
    request = Arrays.copyOf(request, size);
    ranks.reach(ranks.count + size);
  }

  /** One has come to its end: so has its request. */
  void end(int row) {
    int strand = row - ranks.count;
    int slot = request[strand];
    slots.picos.put(slot, ranks.clock, row);
    transport.arrived(slot);
    int rank = owner[strand];
    if (first[rank] == row) {
      first[rank] = next[strand];
    } else {
      int before = first[rank];
      while (after(before) != row) {
        before = after(before);
      }
      next[before - ranks.count] = next[strand];
    }
    next[strand] = free;
    free = strand;
    alive--;
  }
}
