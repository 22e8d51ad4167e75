/**
 * The semantics of MPI: requests, matching, protocols, waits and collectives. The {@code
 * Interpreter} runs instructions, {@code Transport} matches and starts messages, and {@code
 * Receptions} charges the receive overhead.
 *
 * <p>In this package, a row is a row of {@link io.github.tracecast.simulate.mpi.RankStates}: a
 * rank, or a strand (non-blocking collective in progress). Each class owns its columns, which other
 * packages do not see. Fast-forward reads the description of a run ({@link
 * io.github.tracecast.simulate.mpi.Interpreter#describe}), and calls methods of these classes to
 * skip iterations, to repeat sums and to move times back.
 */
package io.github.tracecast.simulate.mpi;
