package io.github.tracecast.trace;

import java.util.List;
import java.util.function.IntBinaryOperator;

/** Smallest periods of vectors. */
public final class Periods {
  private Periods() {}

  /**
   * Returns the smallest p that divides {@code length} such that element i equals element i mod p
   * for all i.
   *
   * @param same returns 0 unless the elements at two indices are equal
   */
  public static int smallest(int length, IntBinaryOperator same) {
    int period = shortest(length, same);
    return length % Math.max(1, period) == 0 ? period : length;
  }

  /**
   * Returns the smallest p such that element i equals element i mod p for all i. It takes linear
   * time, with the border array of Knuth, Morris and Pratt.
   */
  public static int shortest(int length, IntBinaryOperator same) {
    if (length < 2) {
      return length;
    }
    int[] border = new int[length];
    for (int i = 1, k = 0; i < length; i++) {
      while (k > 0 && same.applyAsInt(i, k) == 0) {
        k = border[k - 1];
      }
      if (same.applyAsInt(i, k) != 0) {
        k++;
      }
      border[i] = k;
    }
    return length - border[length - 1];
  }

  static <T> List<T> reduce(List<T> list) {
    int period = smallest(list.size(), (a, b) -> list.get(a).equals(list.get(b)) ? 1 : 0);
    return period == list.size() ? list : List.copyOf(list.subList(0, period));
  }
}
