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
    low = new long[size];
    high = new long[size];
  }

  /** Adds a time of at most 2^62 ps. */
  void add(int at, long picos) {
    long sum = low[at] + picos;
    low[at] = sum & LOW;
    high[at] += sum >>> LOW_BITS;
  }

  /** Adds a time so many times. */
  void addTimes(int at, long picos, long times) {
    long productHigh = Math.multiplyHigh(picos, times);
    long productLow = picos * times;
    high[at] += productHigh << (64 - LOW_BITS) | productLow >>> LOW_BITS;
    add(at, productLow & LOW);
  }

  /** The sum, ps. */
  double get(int at) {
    return (double) high[at] * (LOW + 1) + low[at];
  }
}
