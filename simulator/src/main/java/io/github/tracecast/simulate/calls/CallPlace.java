package io.github.tracecast.simulate.calls;

/** One execution of a call: the event of the trace, the rank, and the number of the execution. */
public interface CallPlace {
  /** Index into the trace's events. */
  int event();

  /** The calling rank in MPI_COMM_WORLD. */
  int worldRank();

  /** The number of earlier executions of the event by the rank. */
  long execution();
}
