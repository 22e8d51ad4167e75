/** Max-min fair sharing of links' bandwidth among flows, and a queue of events by time. */
package io.github.tracecast.simulate.flows;
