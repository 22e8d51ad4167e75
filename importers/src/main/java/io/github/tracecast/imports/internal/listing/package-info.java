/** The listing that {@code tracecast expand --all} writes, read back: definitions, then each rank's calls, one a line. */
package io.github.tracecast.imports.internal.listing;
