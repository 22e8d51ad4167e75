/** The costs of computation and messages on a machine. */
package io.github.tracecast.simulate.costs;
