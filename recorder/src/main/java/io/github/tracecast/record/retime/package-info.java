/**
 * Measures computation again: one rank of a program runs alone, and its times replace the times of
 * a trace.
 */
package io.github.tracecast.record.retime;
