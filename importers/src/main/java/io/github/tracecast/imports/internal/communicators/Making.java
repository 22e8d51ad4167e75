package io.github.tracecast.imports.internal.communicators;

import io.github.tracecast.trace.MpiCall;
import org.jspecify.annotations.Nullable;

/**
 * A call of one rank that makes or frees a communicator or a group. It names both by the rank's own
 * handles.
 */
public sealed interface Making {
  long WORLD = 2;
  long SELF = 3;
  long EMPTY_GROUP = 0;

  MpiCall call();

  /** Frees a communicator. */
  record Free(MpiCall call, long handle) implements Making {}

  /** Makes a communicator whose members are not known. */
  record Unknown(MpiCall call) implements Making {}

  /** A call that all members of a communicator make together. */
  sealed interface Collective extends Making {
    /** Handle of the communicator of the members. */
    long old();

    /** Handle of the new communicator; negative if the rank got none. */
    long made();
  }

  record Duplicate(MpiCall call, long old, long made) implements Collective {}

  /** @param colour negative for MPI_UNDEFINED */
  record Split(MpiCall call, long old, long made, long colour, long key) implements Collective {}

  record OfGroup(MpiCall call, long old, long made, long group) implements Collective {}

  /**
   * Takes the first ranks, as many as a grid or a graph has places.
   *
   * @param extents of the grid; the number of places of a graph; null for as many as there are ranks
   */
  record Grid(MpiCall call, long old, long made, int @Nullable [] extents) implements Collective {}

  /** @param remain for each dimension of the grid, 0 if the new one lacks it */
  record SubGrid(MpiCall call, long old, long made, int[] remain) implements Collective {}

  /**
   * Makes an inter-communicator of two groups.
   *
   * @param leader local rank in the old communicator
   * @param peers handle of the communicator in which the leader knows the remote one
   */
  record Bridge(
      MpiCall call, long old, long made, int leader, long peers, int remoteLeader, int tag)
      implements Collective {}

  /** @param high whether the rank's group comes last */
  record Merge(MpiCall call, long old, long made, boolean high) implements Collective {}

  /** The own or the remote group of a communicator. */
  record GroupOf(MpiCall call, long communicator, long made) implements Making {}

  record GroupOfTwo(MpiCall call, long one, long other, long made) implements Making {}

  /** @param places ranks in the group, or triplets of first, last and stride */
  record GroupOfPlaces(MpiCall call, long group, long[] places, long made) implements Making {
    boolean areRanges() {
      return call == MpiCall.GROUP_RANGE_INCL || call == MpiCall.GROUP_RANGE_EXCL;
    }

    boolean excludes() {
      return call == MpiCall.GROUP_EXCL || call == MpiCall.GROUP_RANGE_EXCL;
    }
  }
}
