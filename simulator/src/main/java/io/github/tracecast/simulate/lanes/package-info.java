/** Tables of simulated times with one column, called lane, for each machine. */
package io.github.tracecast.simulate.lanes;
