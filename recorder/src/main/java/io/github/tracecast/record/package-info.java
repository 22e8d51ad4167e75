/**
 * Runs a program with the recorder: finds its MPI, builds the recorder for it, supervises the run,
 * and handles leftovers.
 */
package io.github.tracecast.record;
