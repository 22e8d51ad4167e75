/**
 * DUMPI, the traces of the SST project: a binary file for each rank, and a text that describes the run. The format's numbers and layouts
 * are in {@code calls.txt}.
 */
package io.github.tracecast.imports.internal.dumpi;
