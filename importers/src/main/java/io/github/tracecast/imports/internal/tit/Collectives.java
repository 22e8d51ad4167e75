package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.trace.MpiCall;

/** Receives the collectives of ranks, to compare them between ranks. */
interface Collectives {
  /**
   * Takes a rank's next collective.
   *
   * @param root the root of the collective, or {@link CollectiveOrder#NONE}
   * @param bytes the size that must be equal on all ranks, or {@link CollectiveOrder#NONE}
   * @param line the place of the collective
   */
  void execute(int rank, MpiCall call, int root, long bytes, Line line);
}
