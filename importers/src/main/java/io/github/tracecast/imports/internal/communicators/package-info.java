/**
 * Finds the members of communicators in traces that do not list the members, by executing the calls
 * of all ranks that make communicators.
 */
package io.github.tracecast.imports.internal.communicators;
