package io.github.tracecast.imports.internal.scalatrace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects warnings for the header of the trace. A repeated line appears once. If it is counted, it
 * ends with the number of repetitions. Not thread-safe.
 */
final class Notes {
  private final Map<String, Integer> lines = new LinkedHashMap<>();

  /** Adds a line unless it was added before. */
  void add(String line) {
    lines.putIfAbsent(line, 0);
  }

  /** Adds a line that will end with the number of times it was added. */
  void count(String line) {
    lines.merge(line, 1, Integer::sum);
  }

  List<String> lines() {
    List<String> result = new ArrayList<>();
    lines.forEach((line, count) ->
        result.add(count == 0 ? line : line + " (" + count + (count == 1 ? " time)" : " times)")));
    return result;
  }
}
