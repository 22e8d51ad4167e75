package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.recorder.RecorderConstants;
import java.util.stream.Stream;

/**
 * The counter that measured a rank's computation between calls. The time inside calls was always
 * measured by the clock.
 */
enum Counter {
  /** The clock, in nanoseconds. */
  TIME("time", "TC_TIME", Provenance.Counter.TIME),
  /** The processor time of the thread, in nanoseconds. */
  PROCESSOR_TIME("processor time", "TC_PROCESSOR_TIME", Provenance.Counter.CPU_TIME),
  /** The instructions that the processor counted. */
  INSTRUCTIONS("instructions", "TC_INSTRUCTIONS", Provenance.Counter.INSTRUCTIONS);

  private final String text;
  private final int number;

  /** The counter in the header of the trace. */
  final Provenance.Counter inTrace;

  Counter(String text, String constant, Provenance.Counter inTrace) {
    this.text = text;
    this.number = RecorderConstants.integer(constant);
    this.inTrace = inTrace;
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
