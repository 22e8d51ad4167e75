package io.github.tracecast.simulate.lanes;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.UnaryOperator;

/**
 * Sums of times by row, one sum for each lane, in ps. Each sum has 124 bits in two longs, so it is
 * exact for any number of ranks. One thread.
 */
public final class LaneSums implements Totals {
  private static final int LOW_BITS = 62;
  private static final long LOW = (1L << LOW_BITS) - 1;
  private static final double HIGH_UNIT = (double) (LOW + 1);

  private final int rows;
  private final int lanes;
  private final LaneTimes low;
  private final LaneTimes high;

  public LaneSums(int rows, int lanes) {
    this.rows = rows;
    this.lanes = lanes;
    low = new LaneTimes(rows, lanes);
    high = new LaneTimes(rows, lanes);
  }

  /** Adds a time from 0 to 2^62 ps. */
  public void add(int row, int lane, long picos) {
    long sum = low.get(row, lane) + picos;
    if (sum > LOW || sum < 0) {
      high.add(row, lane, sum >>> LOW_BITS);
      sum &= LOW;
    }
    low.set(row, lane, sum);
  }

  /** Adds a row of times, each from 0 to 2^62 ps. */
  public void add(int row, LaneTimes picos, int from) {
    if (lanes == 1) {
      add(row, 0, picos.first(from));
    } else {
      add(low.row(row), high.row(row), picos.row(from));
    }
  }

  private static void add(long[] low, long[] high, long[] numbers) {
    for (int k = 0; k < low.length; k++) {
      long sum = low[k] + numbers[k];
      high[k] += sum >>> LOW_BITS;
      low[k] = sum & LOW;
    }
  }

  private void addTimes(int row, int lane, long picos, long times) {
    long productLow = picos * times;
    high.add(
        row, lane, Math.multiplyHigh(picos, times) << (64 - LOW_BITS) | productLow >>> LOW_BITS);
    add(row, lane, productLow & LOW);
  }

  /** Adds a row of times, each from 0 to 2^62 ps, multiplied by {@code times}. */
  public void addTimes(int row, LaneTimes picos, int from, long times) {
    if (times == 1 && lanes == 1) { // one call less deep, so that the compiler still inlines it
      add(row, 0, picos.first(from));
    } else if (times == 1) {
      add(row, picos, from);
    } else {
      for (int k = 0; k < lanes; k++) {
        addTimes(row, k, picos.get(from, k), times);
      }
    }
  }

  /** The sum, rounded once to a double. */
  public double value(int row, int lane) {
    long units = high.get(row, lane);
    long rest = low.get(row, lane);
    return units == 0 ? rest : units * HIGH_UNIT + rest;
  }

  private BigInteger exact(int row, int lane) {
    return BigInteger.valueOf(high.get(row, lane))
        .shiftLeft(LOW_BITS)
        .add(BigInteger.valueOf(low.get(row, lane)));
  }

  @Override
  public Moment moment() {
    LaneSums then = new LaneSums(rows, lanes);
    for (int row = 0; row < rows; row++) {
      then.low.put(row, low, row);
      then.high.put(row, high, row);
    }
    return new Moment() {
      @Override
      public void repeat(long times) {
        grow(then, added -> added.multiply(BigInteger.valueOf(times)));
      }

      @Override
      public void addInProportion(double factor) {
        grow(then, added -> BigDecimal.valueOf(factor * added.doubleValue()).toBigInteger());
      }
    };
  }

  private void grow(LaneSums then, UnaryOperator<BigInteger> more) {
    for (int row = 0; row < rows; row++) {
      for (int k = 0; k < lanes; k++) {
        BigInteger now = exact(row, k);
        BigInteger added = now.subtract(then.exact(row, k));
        if (added.signum() == 0) {
          continue;
        }
        BigInteger sum = now.add(more.apply(added));
        low.set(row, k, sum.longValue() & LOW);
        high.set(row, k, sum.shiftRight(LOW_BITS).longValueExact());
      }
    }
  }
}
