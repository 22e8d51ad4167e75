package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.state.StateSink;

/** When ranks may use their processors, in programs that wait for them. */
interface Processors {
  /** Each rank has a processor that nothing else uses. */
  Processors OWN = (row, use) -> true;

  /**
   * Lets a rank or a strand have its processor for a use such as {@code Op.SENDS}. Returns false if it
   * has to wait; it then gets a turn.
   */
  boolean seize(int row, int use);

  /** Describes a rank's processor, as far as it decides the rest of a run. */
  default void describe(int rank, StateSink sink) {}

  /** Describes whether a rank or a strand has asked for its processor. */
  default void describeAsked(int row, StateSink sink) {}
}
