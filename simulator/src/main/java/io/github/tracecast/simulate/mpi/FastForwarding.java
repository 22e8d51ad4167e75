package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.result.Skip;
import java.util.List;

/** Watches a run and skips the iterations that need not be replayed. */
public interface FastForwarding {
  /** The skipped iterations of a lane, in the order of the run. */
  List<Skip> skips(int lane);

  /** In the order of time. */
  interface InTime extends FastForwarding {
    /**
     * Looks at the run while all ranks wait for the engine.
     *
     * @param steps work of the run so far
     */
    void look(long steps);
  }

  /** In rounds. */
  interface InRounds {
    /**
     * Looks at the run between two rounds.
     *
     * @param calls number of replayed calls
     */
    void look(long calls);
  }

  /** Where ranks run in any order. Each rank that can continue stops at the end of an iteration. */
  interface AtIterations extends FastForwarding {
    /** Looks at the run. All ranks wait for others, stand at the end of an iteration, or ended. */
    void round();

    /** Adds the skipped time to the clock of a rank that ends. */
    void end(int rank);
  }
}
