package io.github.tracecast.simulate.mpi;

/** Learns which messages receives meet, in a search for lost sources. */
public interface SourceLog {
  /** Where nobody searches. */
  SourceLog NONE = new SourceLog() {};

  /** A rank begins a call that receives. */
  default void begins(int rank, int event) {}

  /** The rank's call asks a mailbox for a message. {@code slot} is the slot of the receive. */
  default void asks(int rank, int slot) {}

  /** A receive meets a message from a world rank. */
  default void meets(int slot, int source) {}
}
