/**
 * Reads DUMPI, the traces of the SST project: one binary file per rank, and a text that describes
 * the run. The format's numbers and layouts are in {@code calls.txt}.
 */
package io.github.tracecast.imports.internal.dumpi;
