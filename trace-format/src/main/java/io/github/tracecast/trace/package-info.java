/**
 * The comprehensive trace: one lossless, compressed record of what all ranks of an MPI run did.
 *
 * <p>A {@link io.github.tracecast.trace.Trace} is a header, definitions and an ordered list of
 * {@link io.github.tracecast.trace.Event}s. Definitions are call sites, datatypes, groups and
 * communicators. Each event has the {@link io.github.tracecast.trace.RankList} of its participants.
 * A {@link io.github.tracecast.trace.Loop} is a span of that list. A rank's program consists of the
 * events and loops that hold it, in order.
 *
 * <p>The model is immutable and thread-safe. {@link io.github.tracecast.trace.codec.TraceFiles} reads and
 * writes it.
 */
package io.github.tracecast.trace;
