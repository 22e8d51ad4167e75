/**
 * The critical path of a run: how much of the time each property of the machine (such as latency)
 * causes, and by how much each property may worsen.
 */
package io.github.tracecast.simulate.criticalpath;
