/**
 * SimGrid's time-independent traces: one action a line, {@code RANK ACTION ARGUMENTS}, in one file or one a rank, loose, listed by an
 * index file, in a folder or in a tar archive. Communicators other than MPI_COMM_WORLD and call sites are not in them.
 */
package io.github.tracecast.imports.internal.tit;
