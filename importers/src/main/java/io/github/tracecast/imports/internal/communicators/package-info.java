/**
 * Finds the members of communicators in traces that list only the calls that make them. The calls of
 * all ranks are executed as in MPI.
 */
package io.github.tracecast.imports.internal.communicators;
