/**
 * Computation measured again: one rank of a program runs alone, and its times replace those of a
 * trace.
 */
package io.github.tracecast.record.retime;
