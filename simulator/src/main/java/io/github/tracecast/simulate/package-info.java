/**
 * Replay. This package has the parts that all engines share, the machines' times, and the calls'
 * arguments. {@code simulate.lanes} knows MPI: it lowers the ranks' programs and runs them. Timing
 * engines know time.
 */
package io.github.tracecast.simulate;
