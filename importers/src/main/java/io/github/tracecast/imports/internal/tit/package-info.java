/**
 * Reads SimGrid's time-independent traces. Each line is one action, {@code RANK ACTION ARGUMENTS}.
 * A trace is one file or one file per rank. The files are given directly, listed by an index file,
 * or in a folder or tar archive. The traces have no call sites and no communicators other than
 * MPI_COMM_WORLD.
 */
package io.github.tracecast.imports.internal.tit;
