/**
 * Computation times that a recorder merged over ranks, given back to them.
 */
package io.github.tracecast.simulate.modes;
