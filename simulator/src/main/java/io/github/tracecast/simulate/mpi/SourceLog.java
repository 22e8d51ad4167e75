package io.github.tracecast.simulate.mpi;

/**
 * Records the matches of messages and receives, for calls that follow the source of a receive, or
 * for a search for sources that the trace lacks.
 */
public interface SourceLog {
  /** Called when a rank begins a call that receives. */
  default void begins(int rank, int event) {}

  /** Called when the rank's call posts a receive with a slot at a mailbox. */
  default void asks(int rank, int slot) {}

  /** Called when a receive matches a message from a world rank. */
  default void meets(int slot, int source) {}
}
