package io.github.tracecast.simulate;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Who is whose neighbour in the communicators with a topology, as MPI_Cart_create and
 * MPI_Dist_graph_create_adjacent told during the replay; duplicates keep it.
 */
final class Neighbours {

  /**
   * The neighbours of one rank on one side.
   *
   * @param peers local ranks in the order of the program's blocks; {@link EventTable#NONE} beyond an open
   *     border, where a block is there but nobody to send it to
   */
  record Side(int[] peers) {
    /** How often a rank is a neighbour. */
    int count(int peer) {
      int count = 0;
      for (int p : peers) {
        count += p == peer ? 1 : 0;
      }
      return count;
    }

    /** Sum over the blocks that belong to a peer. */
    long sum(int peer, IntToLongFunction block) {
      long sum = 0;
      for (int i = 0; i < peers.length; i++) {
        if (peers[i] == peer) {
          sum = Math.addExact(sum, block.applyAsLong(i));
        }
      }
      return sum;
    }
  }

  /**
   * All neighbours of one rank.
   *
   * @param all the ranks of both sides, ascending, each once
   */
  record Topology(Side sources, Side destinations, int[] all) {
    Topology(int[] from, int[] to) {
      this(
          new Side(from),
          new Side(to),
          IntStream.concat(Arrays.stream(from), Arrays.stream(to))
              .filter(p -> p >= 0)
              .sorted()
              .distinct()
              .toArray());
    }

    /** The lowest neighbour above a rank, or {@code none}. */
    int next(int after, int none) {
      int found = Arrays.binarySearch(all, after + 1);
      int at = found >= 0 ? found : -found - 1;
      return at < all.length ? all[at] : none;
    }
  }

  private final Long2ObjectOpenHashMap<Topology> topologies = new Long2ObjectOpenHashMap<>();

  /** A graph communicator's neighbours of one rank. */
  void graph(int communicator, int worldRank, int[] from, int[] to) {
    topologies.put(Channels.member(communicator, worldRank), new Topology(from, to));
  }

  /**
   * A Cartesian communicator's neighbours of one rank: per dimension the lower, then the upper one; the
   * last dimension varies fastest, as MPI orders ranks.
   *
   * @param localRank its rank in the communicator
   * @param dimensions their product is the communicator's size
   */
  void cartesian(
      int communicator, int worldRank, int localRank, int[] dimensions, boolean[] periodic) {
    int[] peers = new int[2 * dimensions.length];
    int stride = 1;
    for (int d = dimensions.length - 1; d >= 0; d--) {
      int at = localRank / stride % dimensions[d];
      for (int side = 0; side < 2; side++) {
        int next = at + 2 * side - 1;
        boolean there = periodic[d] || (next >= 0 && next < dimensions[d]);
        peers[2 * d + side] = there
            ? localRank + (Math.floorMod(next, dimensions[d]) - at) * stride
            : EventTable.NONE;
      }
      stride *= dimensions[d];
    }
    graph(communicator, worldRank, peers, peers);
  }

  /** A duplicate has the topology of its original, if that has one. */
  void copy(int original, int duplicate, int worldRank) {
    Topology topology = topologies.get(Channels.member(original, worldRank));
    if (topology != null) {
      topologies.put(Channels.member(duplicate, worldRank), topology);
    }
  }

  /**
   * A rank's neighbours in a communicator.
   *
   * @throws ReplayException if it has no topology
   */
  Topology of(int communicator, int worldRank) {
    Topology topology = topologies.get(Channels.member(communicator, worldRank));
    if (topology == null) {
      throw new ReplayException("found a neighbourhood collective of rank " + worldRank
          + " on communicator " + communicator
          + " without a topology; expected an earlier MPI_Cart_create or MPI_Dist_graph_create_adjacent"
          + " with its arguments");
    }
    return topology;
  }
}
