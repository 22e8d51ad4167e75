/** Shares the bandwidth of links among the flows that cross them, max-min fairly. */
package io.github.tracecast.simulate.flows;
