package io.github.tracecast.trace.internal.binary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns numbers to distinct objects in the order of their first appearance. */
final class Dictionary<T> {
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> things = new ArrayList<>();

  int number(T thing) {
    Integer known = numbers.putIfAbsent(thing, things.size());
    if (known != null) {
      return known;
    }
    things.add(thing);
    return things.size() - 1;
  }

  List<T> things() {
    return things;
  }
}
