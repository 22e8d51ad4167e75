/**
 * Replays traces: the semantics of MPI in simulated time. This package has the options, errors and
 * simulated time that all its subpackages use. {@code lowering} translates the programs of a trace
 * into instructions, {@code mpi} executes them, and {@code network} carries their messages, in the
 * time of an {@code engine} if messages share links ({@code flows}). Callers start in
 * {@code replay}.
 */
package io.github.tracecast.simulate;
