/**
 * Replay: decompressed ranks run MPI's semantics in simulated time on a platform.
 *
 * <p>One class family knows MPI ({@link io.github.tracecast.simulate.Replay} and its package-private
 * parts); it asks a {@link io.github.tracecast.simulate.TimingEngine} for time. Times are whole
 * picoseconds.
 */
package io.github.tracecast.simulate;
