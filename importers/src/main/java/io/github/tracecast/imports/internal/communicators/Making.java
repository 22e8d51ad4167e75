package io.github.tracecast.imports.internal.communicators;

import io.github.tracecast.trace.MpiCall;
import org.jspecify.annotations.Nullable;

/**
 * A call of one rank that makes or frees a communicator or a group. It refers to communicators and
 * groups by the handles of this rank.
 */
public sealed interface Making {
  long WORLD = 2;
  long SELF = 3;
  long EMPTY_GROUP = 0;

  MpiCall call();

  /** Frees a communicator. */
  record Free(MpiCall call, long handle) implements Making {}

  /** Makes a communicator whose members are not in the trace. */
  record Unknown(MpiCall call) implements Making {}

  /** A call that all members of a communicator make together. */
  sealed interface Collective extends Making {
    /** Returns the handle of the communicator whose members make the call. */
    long old();

    /** Returns the handle of the new communicator; negative if the rank is not a member of it. */
    long made();
  }

  record Duplicate(MpiCall call, long old, long made) implements Collective {}

  /** @param colour the colour of the rank; negative for MPI_UNDEFINED */
  record Split(MpiCall call, long old, long made, long colour, long key) implements Collective {}

  record OfGroup(MpiCall call, long old, long made, long group) implements Collective {}

  /**
   * Makes a communicator of the lowest ranks, with one rank for each node of a grid or a graph.
   *
   * @param extents the extents of the grid, or the number of nodes of the graph; null if every rank
   *     has a node
   */
  record Grid(MpiCall call, long old, long made, int @Nullable [] extents) implements Collective {}

  /** @param remain for each dimension of the grid, 0 if the new grid drops it */
  record SubGrid(MpiCall call, long old, long made, int[] remain) implements Collective {}

  /**
   * Makes an inter-communicator of two groups.
   *
   * @param leader local rank of the leader in the old communicator
   * @param peers handle of the communicator that contains both leaders
   */
  record Bridge(
      MpiCall call, long old, long made, int leader, long peers, int remoteLeader, int tag)
      implements Collective {}

  /** @param high whether the group of this rank comes last in the merged communicator */
  record Merge(MpiCall call, long old, long made, boolean high) implements Collective {}

  /**
   * Makes a group of the members of a communicator, or of the remote group of an
   * inter-communicator.
   */
  record GroupOf(MpiCall call, long communicator, long made) implements Making {}

  record GroupOfTwo(MpiCall call, long one, long other, long made) implements Making {}

  /**
   * @param places ranks in the old group, or ranges of such ranks as triplets of first, last and
   *     stride
   */
  record GroupOfPlaces(MpiCall call, long group, long[] places, long made) implements Making {
    boolean areRanges() {
      return call == MpiCall.GROUP_RANGE_INCL || call == MpiCall.GROUP_RANGE_EXCL;
    }

    boolean excludes() {
      return call == MpiCall.GROUP_EXCL || call == MpiCall.GROUP_RANGE_EXCL;
    }
  }
}
