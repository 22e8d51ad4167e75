package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * The non-blocking collectives in progress, called strands. Like a rank, a strand runs its own
 * instructions on its own clock. It has a row of {@link RankStates}, after the rows of the ranks.
 * Rows of ended strands are reused. One thread.
 */
public final class Strands {
  private final RankStates ranks;
  private final Slots slots;
  private final Network network;

  /** The rows of each rank's strands, in the order of their starts. */
  private final Int2ObjectOpenHashMap<IntArrayList> rows = new Int2ObjectOpenHashMap<>();

  /** For each strand, from number 0 on, its rank and the slot of its request. */
  private final IntArrayList owner = new IntArrayList();

  private final IntArrayList request = new IntArrayList();

  /** Free rows of strands that have ended. */
  private final IntArrayList free = new IntArrayList();

  Strands(RankStates ranks, Slots slots, Network network) {
    this.network = network;
    this.ranks = ranks;
    this.slots = slots;
  }

  /** The rank to which a row of {@link RankStates} belongs; for a strand's row, the rank of the strand. */
  public int owner(int row) {
    return row < ranks.count() ? row : owner.getInt(row - ranks.count());
  }

  /** The rows of a rank's strands in {@link RankStates}. */
  IntList of(int rank) {
    IntArrayList of = rows.get(rank);
    return of == null ? IntLists.emptyList() : of;
  }

  /** The slot of a strand's request. */
  int request(int row) {
    return request.getInt(row - ranks.count());
  }

  /** Starts a strand for the collective that a rank has reached. Returns its row. */
  int start(int rank, int at) {
    int row = free.isEmpty() ? grow() : free.popInt();
    int slot = slots.create(Slots.RUNNING, 1);
    slots.setCost(slot, Slots.NONE);
    owner.set(row - ranks.count(), rank);
    request.set(row - ranks.count(), slot);
    rows.computeIfAbsent(rank, r -> new IntArrayList(1)).add(row);
    ranks.fork(row, rank, at);
    return row;
  }

  private int grow() {
    owner.add(0);
    request.add(0);
    int rows = ranks.count() + owner.size();
    ranks.reach(rows);
    return rows - 1;
  }

  /** Ends a strand, and completes its request. */
  void end(int row) {
    slots.since().put(request(row), ranks.clock(), row);
    network.ends(request(row));
    rows.get(owner(row)).rem(row);
    free.push(row);
  }
}
