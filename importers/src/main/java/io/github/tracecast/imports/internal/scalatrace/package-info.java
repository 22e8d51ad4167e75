/**
 * ScalaTrace 2's text traces: one file of all ranks, events in program order in blocks separated by an empty line.
 *
 * <p>{@code ScalaTraceReader} takes the text apart; {@code ScalaTraceImporter} makes a trace of the blocks with the help of
 * {@code LoopSpans} (loop heads and member counts to spans), {@code CommunicatorHistory} (per-rank handles to global
 * communicators), {@code EndpointTerms} (world-relative endpoints to local ranks) and {@code RequestOffsets}.
 */
package io.github.tracecast.imports.internal.scalatrace;
