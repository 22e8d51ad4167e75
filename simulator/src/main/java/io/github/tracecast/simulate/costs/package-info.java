/** What computation and messages cost on a machine. */
package io.github.tracecast.simulate.costs;
