/** The traces of liballprof, LogGOPSim's recorder: a text for each rank, a line for each call. */
package io.github.tracecast.imports.internal.allprof;
