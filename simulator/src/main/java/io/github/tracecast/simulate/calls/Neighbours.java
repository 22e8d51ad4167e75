package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.ReplayException;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The neighbours of each rank in communicators with a topology. MPI_Cart_create and the calls that
 * make a graph define them during the replay. Duplicates of a communicator keep
 * them.
 */
final class Neighbours {

  /**
   * The neighbours of one rank: local ranks in the order of the program's blocks. {@link
   * EventTable#NONE} stands for a missing neighbour at an open border, which still has a block.
   *
   * @param all the ranks of both sides
   */
  record Topology(int[] sources, int[] destinations, NavigableSet<Integer> all) {
    Topology(int[] sources, int[] destinations) {
      this(
          sources,
          destinations,
          IntStream.concat(Arrays.stream(sources), Arrays.stream(destinations))
              .filter(p -> p >= 0)
              .boxed()
              .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The lowest neighbour above a rank, or {@code none}. */
    int next(int after, int none) {
      Integer next = all.higher(after);
      return next == null ? none : next;
    }
  }

  private final Long2ObjectOpenHashMap<Topology> topologies = new Long2ObjectOpenHashMap<>();

  /** The sum of the blocks that belong to a peer. */
  static long sum(int[] peers, int peer, IntToLongFunction block) {
    return IntStream.range(0, peers.length)
        .filter(i -> peers[i] == peer)
        .mapToLong(block::applyAsLong)
        .reduce(0, Math::addExact);
  }

  /** Sets one rank's neighbours in a graph communicator. */
  void graph(int communicator, int worldRank, int[] from, int[] to) {
    topologies.put(key(communicator, worldRank), new Topology(from, to));
  }

  /**
   * Sets one rank's neighbours in a Cartesian communicator: the lower, then the upper one of each
   * dimension. The last dimension varies fastest, as in MPI's rank order.
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

  /** Gives a duplicate the topology of its original, if the original has one. */
  void copy(int original, int duplicate, int worldRank) {
    Topology topology = topologies.get(key(original, worldRank));
    if (topology != null) {
      topologies.put(key(duplicate, worldRank), topology);
    }
  }

  /**
   * A rank's neighbours in a communicator.
   *
   * @throws ReplayException if the communicator has no topology
   */
  Topology of(int communicator, int worldRank) {
    Topology topology = topologies.get(key(communicator, worldRank));
    if (topology == null) {
      throw new ReplayException("found a neighbourhood collective of rank " + worldRank
          + " on communicator " + communicator
          + " without a topology; expected an earlier MPI_Cart_create or a call that makes a graph,"
          + " with its arguments");
    }
    return topology;
  }

  private static long key(int communicator, int worldRank) {
    return (long) communicator << 32 | worldRank;
  }
}
