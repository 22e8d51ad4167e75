/** Families of communicators, such as the rows of a grid, for files whose size does not grow with them. */
package io.github.tracecast.trace.internal.families;
