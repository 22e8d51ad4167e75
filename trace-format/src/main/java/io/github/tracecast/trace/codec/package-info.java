/** Reads and writes traces as files, in the text form and the binary form. */
package io.github.tracecast.trace.codec;
