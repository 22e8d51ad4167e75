package io.github.tracecast.exports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts the calls and values that a format cannot hold, by kind. Thread-safe. */
final class Lost {
  private final Map<String, Long> counts = new TreeMap<>();

  private final Set<String> uncounted = new TreeSet<>();

  synchronized void add(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  /** Adds a note without a count. */
  synchronized void say(String what) {
    uncounted.add(what);
  }

  /** Returns one line for each kind, in alphabetical order. */
  synchronized List<String> notes() {
    List<String> notes = new ArrayList<>(uncounted);
    counts.forEach(
        (what, count) -> notes.add(what + ": " + count + (count == 1 ? " call" : " calls")));
    return notes;
  }
}
