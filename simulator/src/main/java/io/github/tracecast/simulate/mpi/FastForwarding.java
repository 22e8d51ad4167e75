package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.result.Skip;
import java.util.List;

/** Watches a run and skips the iterations that need not be replayed. */
public interface FastForwarding {
  /** Where every iteration is replayed. */
  FastForwarding NONE = new FastForwarding() {};

  /** The skipped iterations of a lane, in the order of the run. */
  default List<Skip> skips(int lane) {
    return List.of();
  }

  /**
   * Looks at the run while all ranks wait for others or for the engine, stand at the end of an
   * iteration or a round, or have ended.
   *
   * @param work of the run so far
   */
  default void look(long work) {}

  /** Whether each rank that can continue stops at the end of an iteration. */
  default boolean stopsRanks() {
    return false;
  }

  /** Adds the skipped time to the clock of a rank that ends. */
  default void end(int rank) {}
}
