package io.github.tracecast.compress.iterations;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Finds the smallest values whose sum is negligible, however many these are. */
final class Small {
  private Small() {}

  /** Returns which values are among the smallest values whose sum is less than {@code least}. */
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
