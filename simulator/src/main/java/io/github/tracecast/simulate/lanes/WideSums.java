package io.github.tracecast.simulate.lanes;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A column of sums of picoseconds. The sums stay exact for any number of ranks: each has 124 bits
 * in two longs. One thread.
 */
public final class WideSums {
  private static final int LOW_BITS = 62;
  private static final long LOW = (1L << LOW_BITS) - 1;
  private static final double HIGH_UNIT = (double) (LOW + 1);

  private final long[] low;
  private final long[] high;

  public WideSums(int size) {
    this(new long[size], new long[size]);
  }

  private WideSums(long[] low, long[] high) {
    this.low = low;
    this.high = high;
  }

  /** Adds a number from 0 to 2^62. */
  public void add(int at, long number) {
    long sum = low[at] + number;
    if (sum > LOW || sum < 0) {
      high[at] += sum >>> LOW_BITS;
      sum &= LOW;
    }
    low[at] = sum;
  }

  /** Adds one number from 0 to 2^62 to each sum. */
  public void addAll(long[] numbers) {
    for (int at = 0; at < low.length; at++) {
      long sum = low[at] + numbers[at];
      high[at] += sum >>> LOW_BITS;
      low[at] = sum & LOW;
    }
  }

  /** Adds a number, at least 0, the given number of times. */
  public void addTimes(int at, long number, long times) {
    long productLow = number * times;
    high[at] += Math.multiplyHigh(number, times) << (64 - LOW_BITS) | productLow >>> LOW_BITS;
    add(at, productLow & LOW);
  }

  /** The sum, rounded once. */
  public double value(int at) {
    return high[at] == 0 ? low[at] : high[at] * HIGH_UNIT + low[at];
  }

  /** A copy of the current sums. */
  public WideSums copy() {
    return new WideSums(low.clone(), high.clone());
  }

  /** Adds the difference of two copies {@code times} times. */
  public void addTimes(long times, WideSums from, WideSums to) {
    for (int at = 0; at < low.length; at++) {
      if (from.low[at] != to.low[at] || from.high[at] != to.high[at]) {
        BigInteger difference = to.exact(at).subtract(from.exact(at));
        set(at, exact(at).add(difference.multiply(BigInteger.valueOf(times))));
      }
    }
  }

  /** Adds the difference of two copies times a factor, rounded. */
  public void addInProportion(double factor, WideSums from, WideSums to) {
    for (int at = 0; at < low.length; at++) {
      BigInteger difference = to.exact(at).subtract(from.exact(at));
      if (difference.signum() > 0) {
        set(
            at,
            exact(at).add(BigDecimal.valueOf(factor * difference.doubleValue()).toBigInteger()));
      }
    }
  }

  private void set(int at, BigInteger sum) {
    low[at] = sum.longValue() & LOW;
    high[at] = sum.shiftRight(LOW_BITS).longValueExact();
  }

  private BigInteger exact(int at) {
    return BigInteger.valueOf(high[at]).shiftLeft(LOW_BITS).add(BigInteger.valueOf(low[at]));
  }
}
