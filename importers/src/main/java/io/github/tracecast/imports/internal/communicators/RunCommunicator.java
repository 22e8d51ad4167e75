package io.github.tracecast.imports.internal.communicators;

import org.jspecify.annotations.Nullable;

/**
 * A communicator of the run.
 *
 * @param id the number of the communicator in the order of creation; an inter-communicator has two
 *     records with the same id, one for each group
 * @param name the name of the communicator in the trace
 * @param group the members by local rank
 * @param remote the other group of an inter-communicator; empty for an intra-communicator
 * @param dimensions the extents of the Cartesian topology; null if there is none
 * @param number the number of the communicator among the communicators with the same local rank 0
 */
public record RunCommunicator(
    int id,
    String name,
    RankGroup group,
    RankGroup remote,
    int @Nullable [] dimensions,
    int number) {
  public static RunCommunicator world(GroupTable groups) {
    return new RunCommunicator(0, "MPI_COMM_WORLD", groups.get(0), RankGroup.EMPTY, null, 0);
  }

  public static RunCommunicator self(int rank) {
    RankGroup alone = new RankGroup(RankGroup.NO_ID, rank);
    return new RunCommunicator(1 + rank, "MPI_COMM_SELF", alone, RankGroup.EMPTY, null, 0);
  }

  public boolean isInter() {
    return remote.size() > 0;
  }
}
