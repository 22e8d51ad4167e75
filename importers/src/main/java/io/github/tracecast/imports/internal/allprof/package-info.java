/**
 * Reads the traces of liballprof, LogGOPSim's recorder: one text file per rank, one line per call.
 */
package io.github.tracecast.imports.internal.allprof;
