/** The pieces of {@link io.github.tracecast.trace.codec.BinaryCodec}; not for use from outside. */
package io.github.tracecast.trace.internal.binary;
