/**
 * Writes families of communicators, such as the rows of a grid, in a form whose size does not
 * depend on the number of communicators.
 */
package io.github.tracecast.trace.internal.families;
