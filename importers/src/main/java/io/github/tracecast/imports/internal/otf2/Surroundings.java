package io.github.tracecast.imports.internal.otf2;

import java.util.EnumMap;
import java.util.Map;

/**
 * Counts the events of a rank that are not MPI calls, and keeps the time span of all its events.
 * Not thread-safe.
 */
final class Surroundings {
  /** The kinds of events that are only counted. */
  enum Other {
    THREADS("OpenMP and threads"),
    METRICS("metrics"),
    PARAMETERS("parameters"),
    IO("file accesses"),
    RMA("one-sided communication"),
    SAMPLES("samples"),
    UNKNOWN("kinds that the library does not know");

    private final String words;

    Other(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private final Map<Other, Long> counts = new EnumMap<>(Other.class);
  private long first;
  private long last;
  private boolean any;
  private long pauses;
  private long flushes;

  void at(long time) {
    first = any ? Math.min(first, time) : time;
    last = any ? Math.max(last, time) : time;
    any = true;
  }

  void count(Other other) {
    counts.merge(other, 1L, Long::sum);
  }

  void paused() {
    pauses++;
  }

  void flushed(long from, long to) {
    at(from);
    flushes++;
    last = Math.max(last, to);
  }

  Map<Other, Long> counts() {
    return counts;
  }

  /** Returns how often the measurement was switched off. */
  long pauses() {
    return pauses;
  }

  /** Returns how often the measurement wrote its buffers to disk. */
  long flushes() {
    return flushes;
  }

  long first() {
    return first;
  }

  long last() {
    return last;
  }
}
