/** Engines that know time, but not MPI: alarms, and transfers between nodes. */
package io.github.tracecast.simulate.engine;
