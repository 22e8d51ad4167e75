package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import java.util.List;

/** The groups and communicators of a text trace that defines none. */
final class DefaultValues {
  /** The communicators: MPI_COMM_WORLD and MPI_COMM_SELF. */
  static final List<Communicator> COMMUNICATORS = List.of(
      new Communicator("MPI_COMM_WORLD", 0),
      new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP));

  private DefaultValues() {}

  /** Returns the groups: one group of all ranks. */
  static List<Group> groups(int ranks) {
    return List.of(Group.world(ranks));
  }
}
