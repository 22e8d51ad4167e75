/** Finds sources that a trace lost, by rounds in which each message takes one step. */
package io.github.tracecast.repair.sources;
