package io.github.tracecast.simulate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Who is whose neighbour in the communicators with a topology, as MPI_Cart_create and
 * MPI_Dist_graph_create told during the replay.
 */
final class Neighbours {

  /** The neighbours of one rank on one side, local ranks in the order of the program's blocks. */
  record Side(int[] peers) {
    /** How often a rank is a neighbour. */
    int count(int peer) {
      return (int) Arrays.stream(peers).filter(p -> p == peer).count();
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

  private record Key(int communicator, int worldRank) {}

  private final Map<Key, Side> sources = new HashMap<>();
  private final Map<Key, Side> destinations = new HashMap<>();

  /** A graph communicator's neighbours of one rank. */
  void graph(int communicator, int worldRank, int[] from, int[] to) {
    Key key = new Key(communicator, worldRank);
    sources.put(key, new Side(from));
    destinations.put(key, new Side(to));
  }

  /**
   * A Cartesian communicator's neighbours of one rank: per dimension the lower, then the upper one; the
   * last dimension varies fastest, as MPI orders ranks.
   *
   * @param localRank its rank in the communicator
   */
  void cartesian(int communicator, int worldRank, int localRank, int[] dimensions, boolean[] periodic) {
    int[] peers = new int[2 * dimensions.length];
    int found = 0;
    int stride = 1;
    int[] strides = new int[dimensions.length];
    for (int d = dimensions.length - 1; d >= 0; d--) {
      strides[d] = stride;
      stride *= dimensions[d];
    }
    for (int d = 0; d < dimensions.length; d++) {
      int at = localRank / strides[d] % dimensions[d];
      for (int step = -1; step <= 1; step += 2) {
        int next = at + step;
        if (periodic[d] || (next >= 0 && next < dimensions[d])) {
          peers[found++] = localRank + (Math.floorMod(next, dimensions[d]) - at) * strides[d];
        }
      }
    }
    int[] list = Arrays.copyOf(peers, found);
    graph(communicator, worldRank, list, list);
  }

  Side sources(int communicator, int worldRank) {
    return side(sources, communicator, worldRank);
  }

  Side destinations(int communicator, int worldRank) {
    return side(destinations, communicator, worldRank);
  }

  private static Side side(Map<Key, Side> sides, int communicator, int worldRank) {
    Side side = sides.get(new Key(communicator, worldRank));
    if (side == null) {
      throw new ReplayException(
          "found a neighbourhood collective of rank " + worldRank + " on communicator " + communicator
              + " without a topology; expected MPI_Cart_create or MPI_Dist_graph_create with their arguments before it");
    }
    return side;
  }
}
