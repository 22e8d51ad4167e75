package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.result.Skip;
import java.util.List;

/** Watches a run, and skips iterations whose effect it can compute. */
public interface FastForwarding {
  /** Skips nothing: every iteration is replayed. */
  FastForwarding NONE = new FastForwarding() {};

  /** The skipped iterations of a lane, in the order of the run. */
  default List<Skip> skips(int lane) {
    return List.of();
  }

  /**
   * Checks whether the run can skip iterations. Called when each rank waits for other ranks or for
   * the engine, is at the end of an iteration or a round, or has ended.
   *
   * @param work the number of steps that the run has executed so far
   */
  default void look(long work) {}

  /** Whether each rank has to stop at the end of every iteration. */
  default boolean stopsRanks() {
    return false;
  }

  /** Adds the skipped time to the clock of a rank that ends. */
  default void end(int rank) {}
}
