/**
 * The critical path of a run: which share of the time each property of the machine, such as its
 * latency, causes, and how much each may worsen.
 */
package io.github.tracecast.simulate.criticalpath;
