/** Timing engines, which simulate alarms and transfers between nodes, without MPI semantics. */
package io.github.tracecast.simulate.engine;
