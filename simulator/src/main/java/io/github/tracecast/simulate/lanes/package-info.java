/** Columns of times for many machines at once. Each machine is a lane. */
package io.github.tracecast.simulate.lanes;
