/**
 * The critical path of a run: the share of the time that each property of the machine causes, such
 * as its latency, and how much each property may worsen.
 */
package io.github.tracecast.simulate.criticalpath;
