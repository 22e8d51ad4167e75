package io.github.tracecast.imports.internal.scalatrace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Warnings for the trace's header: each line once, counted ones with their number. Not thread-safe. */
final class Notes {
  private final Map<String, Integer> lines = new LinkedHashMap<>();

  /** A line, kept once. */
  void add(String line) {
    lines.putIfAbsent(line, 0);
  }

  /** A line that ends in the number of times it was counted. */
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
