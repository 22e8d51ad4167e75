package io.github.tracecast.predict.export;

import io.github.tracecast.predict.settings.UsageException;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The order of collectives of all ranks, for a format with one communicator of them. MPI_COMM_WORLD
 * and its duplicates share it there, and their collectives must come in one order on all ranks.
 * Threads and non-blocking collectives may order them otherwise: rank 0 starts a gather, then a
 * reduction, while another rank makes the reduction first. The first rank at a place defines it.
 * Thread-safe; eight bytes per collective.
 */
final class WorldOrder {
  private final LongArrayList collectives = new LongArrayList();

  /** Checks the collective at one place of a rank's order, from 0. */
  synchronized void take(int place, int rank, int communicator, int operation) {
    long collective = (long) communicator << 32 | operation;
    if (place == collectives.size()) {
      collectives.add(collective);
    } else if (collectives.getLong(place) != collective) {
      throw new UsageException("--to tit: found collective " + place + " of rank " + rank
          + " on another communicator than on other ranks; expected one order on all ranks,"
          + " because the format has MPI_COMM_WORLD only. otf2 keeps communicators");
    }
  }
}
