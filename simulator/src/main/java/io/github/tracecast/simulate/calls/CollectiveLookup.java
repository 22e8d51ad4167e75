package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.Parameter;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the collective that a call starts, and the collective's arguments. Remembers the process
 * topologies that calls attach to communicators, so callers must look up a rank's calls in program
 * order. One thread.
 */
public final class CollectiveLookup {
  /**
   * The neighbours of one rank, as local ranks in the order of the blocks in the call's buffers.
   * {@link EventTable#NONE} stands for a missing neighbour at a non-periodic border, which still
   * has a block.
   *
   * @param all the ranks that are a source or a destination
   */
  record Topology(int[] sources, int[] destinations, NavigableSet<Integer> all) {
    private static Topology of(int[] sources, int[] destinations) {
      NavigableSet<Integer> all = IntStream.concat(
              Arrays.stream(sources), Arrays.stream(destinations))
          .filter(p -> p >= 0)
          .boxed()
          .collect(Collectors.toCollection(TreeSet::new));
      return new Topology(sources, destinations, all);
    }

    /**
     * Lists the neighbours of a rank in a Cartesian communicator: the lower, then the upper
     * neighbour of each dimension. The last dimension varies fastest, as in MPI's rank order.
     */
    static Topology cartesian(int local, int ranks, int[] dimensions, int[] periods) {
      int[] peers = new int[2 * dimensions.length];
      long stride = 1;
      for (int d = dimensions.length - 1; d >= 0 && stride > 0; d--) {
        int extent = Math.max(0, dimensions[d]);
        long at = extent == 0 ? 0 : local / stride % extent;
        for (int side = 0; side < 2; side++) {
          long next = at + 2L * side - 1;
          boolean inside = next >= 0 && next < extent;
          boolean around = extent > 0 && d < periods.length && periods[d] != 0;
          peers[2 * d + side] = inside || around
              ? (int) (local + (Math.floorMod(next, (long) extent) - at) * stride)
              : EventTable.NONE;
        }
        stride = Math.min(Integer.MAX_VALUE, stride * extent);
      }
      if (stride != ranks) {
        throw new ReplayException("found dimensions for " + stride + " ranks; expected " + ranks
            + " ranks, the size of the new communicator");
      }
      return of(peers, peers);
    }

    /** The neighbour with the lowest rank above {@code after}, or {@code none}. */
    int next(int after, int none) {
      Integer next = all.higher(after);
      return next == null ? none : next;
    }

    /** The sum of the sizes of the blocks that belong to a peer. */
    static long sum(int[] peers, int peer, IntToLongFunction block) {
      return IntStream.range(0, peers.length)
          .filter(i -> peers[i] == peer)
          .mapToLong(block::applyAsLong)
          .reduce(0, Math::addExact);
    }
  }

  /** The process topologies, by communicator and world rank. */
  private final Long2ObjectOpenHashMap<Topology> topologies = new Long2ObjectOpenHashMap<>();

  /**
   * Finds the collective of a call. For a call that creates a communicator, this is the agreement
   * on the new context number. For MPI_Comm_create_group, MPI_Intercomm_create and
   * MPI_Intercomm_merge, the members of the new communicator agree. The result is null if the rank
   * is no member of it, or if the trace lacks this communicator.
   */
  public @Nullable CollectiveArguments find(ExecutedCall call) {
    Operation operation = CollectiveArguments.operation(call.call());
    int created = call.value(Parameter.NEW_COMMUNICATOR, EventTable.NONE);
    return switch (call.call().role()) {
      case MAKE_COMMUNICATOR, START_COMMUNICATOR -> {
        if (created >= 0) {
          noteTopology(call, created);
        }
        yield arguments(call, Operation.AGREEMENT, CallArguments.communicator(call));
      }
      case MAKE_COMMUNICATOR_OF_MEMBERS ->
        created >= 0 ? arguments(call, Operation.AGREEMENT, created) : null;
      default ->
        operation == null ? null : arguments(call, operation, CallArguments.communicator(call));
    };
  }

  private CollectiveArguments arguments(ExecutedCall call, Operation operation, int communicator) {
    return new CollectiveArguments(call, this, operation, communicator);
  }

  private void noteTopology(ExecutedCall call, int created) {
    Topology topology = null;
    if (call.call().duplicatesCommunicator()) {
      topology = topologies.get(key(CallArguments.communicator(call), call.rank()));
    } else if (call.has(Parameter.SOURCES) && call.has(Parameter.DESTINATIONS)) {
      topology = Topology.of(call.list(Parameter.SOURCES), call.list(Parameter.DESTINATIONS));
    } else if (call.has(Parameter.DIMENSIONS)) {
      Communicators communicators = call.table().communicators();
      topology = Topology.cartesian(
          communicators.localRank(created, call.rank()),
          communicators.size(created),
          call.list(Parameter.DIMENSIONS),
          call.list(Parameter.PERIODS));
    }
    if (topology != null) {
      topologies.put(key(created, call.rank()), topology);
    }
  }

  /**
   * A rank's neighbours in a communicator.
   *
   * @throws ReplayException if the communicator has no topology
   */
  Topology topology(int communicator, int worldRank) {
    Topology topology = topologies.get(key(communicator, worldRank));
    if (topology == null) {
      throw new ReplayException("found a neighbourhood collective of rank " + worldRank
          + " on communicator " + communicator
          + " without a topology; expected an earlier MPI_Cart_create, or an earlier call that creates a graph,"
          + " with arguments in the trace");
    }
    return topology;
  }

  private static long key(int communicator, int worldRank) {
    return (long) communicator << 32 | worldRank;
  }
}
