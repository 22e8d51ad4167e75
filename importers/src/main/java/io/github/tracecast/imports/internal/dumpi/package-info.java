/**
 * Reads DUMPI, the traces of the SST project: one binary file per rank, and a text file that
 * describes the run. The numbers and layouts of the records are in {@code calls.txt}.
 */
package io.github.tracecast.imports.internal.dumpi;
