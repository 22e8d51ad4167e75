package io.github.tracecast.imports.internal.communicators;

import org.jspecify.annotations.Nullable;

/** Takes the results of the calls of a {@link CommunicatorReplay}. */
public interface MakingResults {
  /**
   * Takes the result of a rank's call that makes a communicator, in the order of its calls. The
   * members of the old communicator follow each other by local rank.
   *
   * @param made null if the rank is not a member, or the members are not known
   */
  void made(int rank, @Nullable RunCommunicator made);

  /**
   * Takes a fault of the call that the rank is in. The call then makes what is possible: no
   * communicator, or a smaller group. A reader of files that hold all calls throws instead.
   */
  default void fault(int rank, String found, String expected) {}
}
