package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.recorder.RecorderConstants;
import java.util.stream.Stream;

/**
 * The counter that measured a rank's computation between calls. The time inside calls was always
 * measured by the clock.
 */
enum Counter {
  /** The clock, in nanoseconds. */
  TIME("time", "TC_TIME"),
  /** The processor time of the thread, in nanoseconds. */
  PROCESSOR_TIME("processor time", "TC_PROCESSOR_TIME"),
  /** The instructions that the processor counted. */
  INSTRUCTIONS("instructions", "TC_INSTRUCTIONS");

  private final String text;
  private final int number;

  Counter(String text, String constant) {
    this.text = text;
    this.number = RecorderConstants.integer(constant);
  }

  /** Returns the counter that has this number in logs. */
  static Counter of(int number) {
    return Stream.of(values()).filter(one -> one.number == number).findFirst().orElseThrow();
  }

  /** Returns the name of the counter for notes. */
  String text() {
    return text;
  }
}
