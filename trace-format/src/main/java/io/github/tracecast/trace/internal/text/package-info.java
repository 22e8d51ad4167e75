/**
 * The parts of {@link io.github.tracecast.trace.codec.TextCodec}. Other modules must not use them.
 */
package io.github.tracecast.trace.internal.text;
