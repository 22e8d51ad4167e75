/** The pieces of {@link io.github.tracecast.trace.codec.TextCodec}; not for use from outside. */
package io.github.tracecast.trace.internal.text;
