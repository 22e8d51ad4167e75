/**
 * Reads the listing that {@code tracecast expand --all} writes: the definitions, then each rank's
 * calls, one on each line.
 */
package io.github.tracecast.imports.internal.listing;
