package io.github.tracecast.trace;

import java.util.List;
import java.util.Objects;

/**
 * A communicator. An inter-communicator is stored as one communicator of both groups: first the
 * ranks of the first group, then the ranks of the second group. Events number the ranks of an
 * inter-communicator in this order. The id of a communicator is its index in {@link
 * Trace#communicators()}. Several communicators may share a group. Communicator {@link #WORLD} is
 * MPI_COMM_WORLD, {@link #SELF} is MPI_COMM_SELF. Communicators that the program made start at
 * {@link #FIRST_USER}.
 *
 * @param group index in {@link Trace#groups()}, or {@link #SELF_GROUP}
 * @param firstGroup size of the first group of an inter-communicator; 0 for other communicators
 */
public record Communicator(String name, int group, int firstGroup) {
  /** Id of MPI_COMM_WORLD. */
  public static final int WORLD = 0;

  /** Id of MPI_COMM_SELF. */
  public static final int SELF = 1;

  /** The first id that a program's own communicator can have. */
  public static final int FIRST_USER = 2;

  /** The group that contains only the executing rank. All ranks share one communicator record with this group. */
  public static final int SELF_GROUP = -1;

  /** The communicators of every trace: MPI_COMM_WORLD and MPI_COMM_SELF. */
  public static final List<Communicator> PREDEFINED =
      List.of(new Communicator("MPI_COMM_WORLD", 0), new Communicator("MPI_COMM_SELF", SELF_GROUP));

  public Communicator {
    Objects.requireNonNull(name);
    if (group < SELF_GROUP) {
      throw TraceException.at(
          "communicator " + name,
          "group " + group,
          "the index of a group, or " + SELF_GROUP + " (each rank alone, as in MPI_COMM_SELF)");
    }
    if (firstGroup < 0 || firstGroup > 0 && group == SELF_GROUP) {
      throw TraceException.at(
          "communicator " + name,
          "a first group of " + firstGroup + " ranks",
          group == SELF_GROUP
              ? "no first group, because each rank is alone in this communicator"
              : "at least 0 ranks");
    }
  }

  /** Creates an intra-communicator. */
  public Communicator(String name, int group) {
    this(name, group, 0);
  }

  /** Whether the communicator is an inter-communicator. */
  public boolean isInter() {
    return firstGroup > 0;
  }

  /** Whether the executing rank is the only member. */
  public boolean isSelf() {
    return group == SELF_GROUP;
  }
}
