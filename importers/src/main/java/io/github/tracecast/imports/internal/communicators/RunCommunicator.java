package io.github.tracecast.imports.internal.communicators;

import org.jspecify.annotations.Nullable;

/**
 * A communicator of the run.
 *
 * @param id in the order of creation; both groups of an inter-communicator have one record each, with the same id
 * @param name for people
 * @param group its members by local rank
 * @param remote of an inter-communicator: the other group; else empty
 * @param dimensions of a Cartesian topology; else null
 * @param number its number among the communicators with the same local rank 0
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

  /** Whether its calls are between two groups. */
  public boolean isInter() {
    return remote.size() > 0;
  }
}
