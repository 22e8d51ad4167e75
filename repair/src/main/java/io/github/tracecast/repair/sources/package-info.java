/** Finds sources that a trace lost, by a replay in rounds in which each message takes one step. */
package io.github.tracecast.repair.sources;
