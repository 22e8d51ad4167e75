/**
 * The comprehensive trace: one lossless, compressed record of the MPI calls of all ranks of a run.
 *
 * <p>A {@link io.github.tracecast.trace.Trace} is a header, definitions and an ordered list of
 * {@link io.github.tracecast.trace.Event}s. Definitions are call sites, datatypes, groups and
 * communicators. Each event has the {@link io.github.tracecast.trace.RankList} of the ranks that
 * execute it. A {@link io.github.tracecast.trace.Loop} is a span of the list of events. The program
 * of a rank consists, in order, of the events and loops that have this rank.
 *
 * <p>The model is immutable and thread-safe. {@link io.github.tracecast.trace.codec.TraceFiles}
 * reads and writes it.
 */
package io.github.tracecast.trace;
