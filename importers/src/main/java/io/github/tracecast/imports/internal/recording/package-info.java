/**
 * Reads the recorder's logs, one for each rank. The first pass reads definitions and matches, the
 * second pass events.
 */
package io.github.tracecast.imports.internal.recording;
