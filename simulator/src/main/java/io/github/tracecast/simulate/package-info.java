/**
 * Replay: the semantics of MPI in simulated time. This package has the words that all others use:
 * options, errors and simulated time. {@code lowering} turns the programs of a trace into
 * instructions, {@code mpi} runs them, and {@code network} carries their messages, in the time of
 * an {@code engine} where they share links ({@code flows}). Callers start in {@code replay}.
 */
package io.github.tracecast.simulate;
