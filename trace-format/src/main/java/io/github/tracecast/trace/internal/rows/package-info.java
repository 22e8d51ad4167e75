/**
 * Writes values in a loop whose number of iterations grows or shrinks with each execution of the
 * loop.
 */
package io.github.tracecast.trace.internal.rows;
