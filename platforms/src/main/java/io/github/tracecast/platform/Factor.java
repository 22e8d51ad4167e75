package io.github.tracecast.platform;

import java.util.Arrays;

/** A factor that depends on a message's size, constant within each range of sizes. Immutable. */
public final class Factor {
  /** The factor 1 for every size. */
  public static final Factor ONE = new Factor(new long[] {0}, new double[] {1});

  private final long[] from;
  private final double[] value;

  /**
   * Creates a factor from segments, which are ranges of sizes with a constant factor.
   *
   * @param fromBytes first size of each segment, in ascending order from 0
   * @param values the factor of each segment
   * @throws IllegalArgumentException if the arrays break these rules
   */
  public Factor(long[] fromBytes, double[] values) {
    requireAscending(fromBytes);
    if (values.length != fromBytes.length) {
      throw new IllegalArgumentException("expected as many factors as segments");
    }
    this.from = fromBytes.clone();
    this.value = values.clone();
  }

  static void requireAscending(long[] fromBytes) {
    if (fromBytes.length == 0 || fromBytes[0] != 0) {
      throw new IllegalArgumentException("expected a first segment from 0 B");
    }
    for (int i = 1; i < fromBytes.length; i++) {
      if (fromBytes[i] <= fromBytes[i - 1]) {
        throw new IllegalArgumentException("expected segments from ever larger sizes");
      }
    }
  }

  /** Returns the factor for a message of a given size. Does not allocate. */
  public double at(long bytes) {
    int at = from.length - 1;
    while (at > 0 && from[at] > bytes) {
      at--;
    }
    return value[at];
  }

  /** Returns a copy of the first sizes of all segments. */
  public long[] fromBytes() {
    return from.clone();
  }

  /** Returns a copy of the factors of all segments. */
  public double[] values() {
    return value.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Factor that
        && Arrays.equals(from, that.from)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(value);
  }

  /** Returns the segments in the syntax of SimGrid's options, for example {@code 0:1.355;1420:3.437}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < from.length; i++) {
      text.append(i == 0 ? "" : ";").append(from[i]).append(':').append(value[i]);
    }
    return text.toString();
  }
}
