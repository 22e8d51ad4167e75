/**
 * Reads the text traces of ScalaTrace 2. One file has the events of all ranks in program order. An
 * event is a block of lines, and empty lines separate the blocks.
 *
 * <p>{@code ScalaTraceReader} splits the text, and {@code ScalaTraceImporter} creates a trace from
 * the blocks. {@code LoopSpans} converts LOOP lines to spans of events. {@code CommunicatorHistory}
 * converts each rank's handles to communicators of all ranks. {@code EndpointTerms} converts
 * endpoints to local ranks, and {@code RecordedRequests} converts requests.
 */
package io.github.tracecast.imports.internal.scalatrace;
