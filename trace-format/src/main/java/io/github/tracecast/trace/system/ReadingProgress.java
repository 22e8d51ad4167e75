package io.github.tracecast.trace.system;

import java.util.function.LongConsumer;

/**
 * Receives how much of a trace has been read, from time to time, from any thread, but from one
 * thread at a time: bytes if {@link #expect} was called before, otherwise events.
 */
@FunctionalInterface
public interface ReadingProgress extends LongConsumer {
  /**
   * Receives the number of bytes of all files. It may be called again with a larger number if the
   * files are read again.
   */
  default void expect(long bytes) {}
}
