package io.github.tracecast.imports.internal.recording;

/** What a rank counted computation before calls in, by its number in logs. Time inside calls is the clock's in each. */
enum Counter {
  /** Nanoseconds of the clock. */
  TIME("time"),
  /** Nanoseconds that the processor gave the thread. */
  PROCESSOR_TIME("processor time"),
  /** Instructions, as the processor counts them. */
  INSTRUCTIONS("instructions");

  private final String text;

  Counter(String text) {
    this.text = text;
  }

  /** What people call it. */
  String text() {
    return text;
  }
}
