/**
 * Replay: the semantics of MPI in simulated time. This package has the words that all others use:
 * options, errors and simulated time. {@code lowering} turns the programs of a trace into
 * instructions, {@code mpi} runs them, {@code network} carries their messages, and {@code replay}
 * is where callers start.
 */
package io.github.tracecast.simulate;
