/**
 * The critical path of a run: which share of the time each of the machine's figures causes, and how
 * much each figure may worsen.
 */
package io.github.tracecast.simulate.criticalpath;
