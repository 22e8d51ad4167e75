/**
 * The one part that knows how MPI behaves: requests, matching, protocols, waits, collectives. The
 * {@link io.github.tracecast.simulate.mpi.Interpreter} runs instructions; each other part owns its
 * columns.
 */
package io.github.tracecast.simulate.mpi;
