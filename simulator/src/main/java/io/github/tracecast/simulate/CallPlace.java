package io.github.tracecast.simulate;

/** Where a call stands: which event of the trace, on which rank, for the how-manieth time. */
public interface CallPlace {
  /** Index into the trace's events. */
  int event();

  /** The calling rank in MPI_COMM_WORLD. */
  int worldRank();

  /** How often the rank executed the event before. */
  long execution();
}
