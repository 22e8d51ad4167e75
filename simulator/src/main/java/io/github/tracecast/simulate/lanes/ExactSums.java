package io.github.tracecast.simulate.lanes;

/**
 * Sums of picoseconds that may be more than a long holds, exact whatever the order of their terms: each in
 * two longs. One thread.
 */
final class ExactSums {
  private static final int LOW_BITS = 62;
  private static final long LOW = (1L << LOW_BITS) - 1;

  private final long[] low;
  private final long[] high;

  ExactSums(int size) {
    this(new long[size], new long[size]);
  }

  private ExactSums(long[] low, long[] high) {
    this.low = low;
    this.high = high;
  }

  /** Adds a time of at most 2^62 ps. */
  void add(int at, long picos) {
    long sum = low[at] + picos;
    low[at] = sum & LOW;
    high[at] += sum >>> LOW_BITS;
  }

  /** Adds a time, or takes one away, so many times. */
  void addTimes(int at, long picos, long times) {
    long productLow = picos * times;
    high[at] += Math.multiplyHigh(picos, times) << (64 - LOW_BITS) | productLow >>> LOW_BITS;
    add(at, productLow & LOW);
  }

  /** A copy of the sums as they are now. */
  ExactSums copy() {
    return new ExactSums(low.clone(), high.clone());
  }

  /** Adds what was added since a copy was made once more for each of so many repetitions. */
  void repeat(ExactSums since, long times) {
    for (int at = 0; at < low.length; at++) {
      long more = high[at] - since.high[at];
      addTimes(at, low[at] - since.low[at], times);
      high[at] += more * times;
    }
  }

  /** The sum, ps. */
  double get(int at) {
    return (double) high[at] * (LOW + 1) + low[at];
  }
}
