package io.github.tracecast.imports.internal.recording;

/**
 * The counter of a rank's computation before calls, in the order of its number in logs. Time inside
 * calls always comes from the clock.
 */
enum Counter {
  /** Nanoseconds of the clock. */
  TIME("time"),
  /** Nanoseconds of processor time of the thread. */
  PROCESSOR_TIME("processor time"),
  /** Instructions, as the processor counts them. */
  INSTRUCTIONS("instructions");

  private final String text;

  Counter(String text) {
    this.text = text;
  }

  /** Returns the name for people. */
  String text() {
    return text;
  }
}
