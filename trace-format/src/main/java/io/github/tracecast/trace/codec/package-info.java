/** Traces as files: the text and the binary format. */
package io.github.tracecast.trace.codec;
