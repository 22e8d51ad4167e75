package io.github.tracecast.imports.internal.communicators;

import org.jspecify.annotations.Nullable;

/** Receives the new communicators that a {@link CommunicatorReplay} finds. */
public interface MakingResults {
  /**
   * Receives the new communicator of one rank. For each rank the results come in the order of its
   * calls. For each call, they come in the order of the members' local ranks.
   *
   * @param made the new communicator; null if the rank is not a member, or the members are not
   *     known
   */
  void made(int rank, @Nullable RunCommunicator made);

  /**
   * Receives a fault in the rank's current call. The replay goes on with no communicator or a
   * smaller group. If a format contains all calls, its reader throws an exception instead.
   */
  default void fault(int rank, String found, String expected) {}
}
