/**
 * The parts of {@link io.github.tracecast.trace.codec.BinaryCodec}. Other modules must not use
 * these classes.
 */
package io.github.tracecast.trace.internal.binary;
