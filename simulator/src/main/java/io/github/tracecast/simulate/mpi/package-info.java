/**
 * The one part that knows how MPI behaves: requests, matching, protocols, waits, collectives. The
 * {@code Interpreter} runs instructions, {@code Transport} matches and starts messages, {@code
 * Receptions} charges their receivers. Each part owns its columns.
 *
 * <p>All parts here work on the rows of {@link io.github.tracecast.simulate.mpi.RankStates}, which
 * hold the clock and the waits of a rank. Other packages see none of these columns. They read the
 * description of a run ({@link io.github.tracecast.simulate.mpi.Interpreter#describe}) and ask its
 * parts to skip, to repeat or to move back.
 */
package io.github.tracecast.simulate.mpi;
