/**
 * Reads the recorder's logs, one per rank: definitions and matches in a first pass, events in a
 * second.
 */
package io.github.tracecast.imports.internal.recording;
