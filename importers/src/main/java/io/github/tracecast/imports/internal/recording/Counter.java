package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.RecorderConstants;
import java.util.stream.Stream;

/**
 * The counter of a rank's computation before calls. Time inside calls always comes from the
 * clock.
 */
enum Counter {
  /** Nanoseconds of the clock. */
  TIME("time", "TC_TIME"),
  /** Nanoseconds of processor time of the thread. */
  PROCESSOR_TIME("processor time", "TC_PROCESSOR_TIME"),
  /** Instructions, as the processor counts them. */
  INSTRUCTIONS("instructions", "TC_INSTRUCTIONS");

  private final String text;
  private final int number;

  Counter(String text, String constant) {
    this.text = text;
    this.number = RecorderConstants.integer(constant);
  }

  /** The counter of this number in logs. */
  static Counter of(int number) {
    return Stream.of(values()).filter(one -> one.number == number).findFirst().orElseThrow();
  }

  /** Returns the name for people. */
  String text() {
    return text;
  }
}
