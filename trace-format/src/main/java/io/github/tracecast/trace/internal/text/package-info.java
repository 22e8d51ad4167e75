/** The pieces of {@link io.github.tracecast.trace.TextCodec}; not for use from outside. */
package io.github.tracecast.trace.internal.text;
