/**
 * Reads the traces of liballprof, LogGOPSim's recorder. There is one text file for each rank, with
 * one line for each call.
 */
package io.github.tracecast.imports.internal.allprof;
