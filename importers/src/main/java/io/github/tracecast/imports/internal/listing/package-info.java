/**
 * Reads the listing that {@code tracecast expand --all} writes: definitions, then each rank's
 * calls, one per line.
 */
package io.github.tracecast.imports.internal.listing;
