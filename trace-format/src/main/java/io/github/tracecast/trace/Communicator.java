package io.github.tracecast.trace;

import java.util.Objects;

/**
 * A communicator. Its id is its index in {@link Trace#communicators()}. Several communicators may
 * share a group. Communicator {@link #WORLD} is MPI_COMM_WORLD, {@link #SELF} is MPI_COMM_SELF.
 * Those of the program start at {@link #FIRST_USER}.
 *
 * @param group index in {@link Trace#groups()}, or {@link #SELF_GROUP}
 */
public record Communicator(String name, int group) {
  /** Id of MPI_COMM_WORLD. */
  public static final int WORLD = 0;

  /** Id of MPI_COMM_SELF. */
  public static final int SELF = 1;

  /** The first id that a program's own communicator can have. */
  public static final int FIRST_USER = 2;

  /** The group that holds only the executing rank. One record serves all ranks. */
  public static final int SELF_GROUP = -1;

  public Communicator {
    Objects.requireNonNull(name);
    if (group < SELF_GROUP) {
      throw TraceException.at(
          "communicator " + name,
          "group " + group,
          "an index of a group, or " + SELF_GROUP + " for each rank by itself");
    }
  }

  /** Whether each rank is alone in this communicator. */
  public boolean isSelf() {
    return group == SELF_GROUP;
  }
}
