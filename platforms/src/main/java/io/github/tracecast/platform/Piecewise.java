package io.github.tracecast.platform;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * A cost in seconds that depends on a message's size: {@code a + b * bytes}, with an {@code a} and
 * a {@code b} for each range of sizes. Immutable.
 */
public final class Piecewise {
  private final long[] from;
  private final double[] base;
  private final double[] perByte;

  /**
   * Creates a cost from segments, which are ranges of sizes with the same {@code a} and {@code b}.
   *
   * @param fromBytes first size of each segment, in ascending order from 0
   * @param baseSeconds {@code a} of each segment
   * @param secondsPerByte {@code b} of each segment
   * @throws IllegalArgumentException if the arrays break these rules
   */
  public Piecewise(long[] fromBytes, double[] baseSeconds, double[] secondsPerByte) {
    Factor.requireAscending(fromBytes);
    if (baseSeconds.length != fromBytes.length || secondsPerByte.length != fromBytes.length) {
      throw new IllegalArgumentException("expected as many costs as segments");
    }
    this.from = fromBytes.clone();
    this.base = baseSeconds.clone();
    this.perByte = secondsPerByte.clone();
  }

  /** Creates a cost that does not depend on the size. */
  public static Piecewise constant(double seconds) {
    return new Piecewise(new long[] {0}, new double[] {seconds}, new double[] {0});
  }

  /** Returns the cost in seconds of a message of a given size. Does not allocate. */
  public double seconds(long bytes) {
    return seconds(bytes, bytes);
  }

  /** Returns the cost in seconds of a part of a message, with the {@code a} and {@code b} of size {@code whole}. */
  public double seconds(long bytes, long whole) {
    int at = from.length - 1;
    while (at > 0 && from[at] > whole) {
      at--;
    }
    return base[at] + perByte[at] * bytes;
  }

  /** Returns this cost multiplied by a factor for all sizes. */
  Piecewise times(double factor) {
    return factor == 1
        ? this
        : new Piecewise(
            from,
            DoubleStream.of(base).map(seconds -> seconds * factor).toArray(),
            DoubleStream.of(perByte).map(seconds -> seconds * factor).toArray());
  }

  /** Returns a copy of the first sizes of all segments. */
  public long[] fromBytes() {
    return from.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Piecewise that
        && Arrays.equals(from, that.from)
        && Arrays.equals(base, that.base)
        && Arrays.equals(perByte, that.perByte);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(
        new int[] {Arrays.hashCode(from), Arrays.hashCode(base), Arrays.hashCode(perByte)});
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < from.length; i++) {
      text.append(i == 0 ? "" : "; ")
          .append(from[i])
          .append("B: ")
          .append(base[i])
          .append('s');
      text.append(" + ").append(perByte[i]).append("s/B");
    }
    return text.toString();
  }
}
