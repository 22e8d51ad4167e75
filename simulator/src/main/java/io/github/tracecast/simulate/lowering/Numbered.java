package io.github.tracecast.simulate.lowering;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns numbers to distinct values, from 0 in the order of their first use. */
public final class Numbered<T> {
  /** Result for a value without a number. */
  public static final int NONE = -1;

  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  /** The number of a value, which is assigned if the value is new. */
  int of(T value) {
    Integer known = numbers.putIfAbsent(value, values.size());
    if (known != null) {
      return known;
    }
    values.add(value);
    return values.size() - 1;
  }

  /** The number of a value, or {@link #NONE}. */
  public int find(T value) {
    return numbers.getOrDefault(value, NONE);
  }

  public T get(int number) {
    return values.get(number);
  }

  /** The values in the order of their numbers. Callers must not change the list. */
  public List<T> all() {
    return values;
  }
}
