/** Shares the bandwidth of links among the flows that cross them, max-min fairly; and queues by time. */
package io.github.tracecast.simulate.flows;
