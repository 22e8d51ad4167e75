/**
 * Reads ScalaTrace 2's text traces: one file of all ranks, with events in program order in blocks
 * that an empty line separates.
 *
 * <p>{@code ScalaTraceReader} splits the text, and {@code ScalaTraceImporter} creates a trace from
 * the blocks. {@code LoopSpans} converts loop heads and member counts to spans. {@code
 * CommunicatorHistory} converts per-rank handles to global communicators, and {@code EndpointTerms}
 * converts world-relative endpoints to local ranks. {@code RequestOffsets} converts requests.
 */
package io.github.tracecast.imports.internal.scalatrace;
