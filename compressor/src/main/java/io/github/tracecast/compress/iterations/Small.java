package io.github.tracecast.compress.iterations;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Finds the smallest of many values that are negligible together, however many they are. */
final class Small {
  private Small() {}

  /** Returns which of the smallest values have together less than a sum. */
  static boolean[] of(double[] values, double least) {
    boolean[] small = new boolean[values.length];
    int[] ascending = IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble(at -> values[at]))
        .mapToInt(Integer::intValue)
        .toArray();
    double sum = 0;
    for (int at : ascending) {
      sum += values[at];
      small[at] = sum < least;
    }
    return small;
  }
}
