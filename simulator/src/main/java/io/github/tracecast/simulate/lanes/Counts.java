package io.github.tracecast.simulate.lanes;

/** Numbers that only grow, equal on all lanes. One thread. */
public final class Counts {
  private final long[] counts;

  public Counts(int size) {
    this(new long[size]);
  }

  private Counts(long[] counts) {
    this.counts = counts;
  }

  /** A copy of the current numbers. */
  public Counts copy() {
    return new Counts(counts.clone());
  }

  /** How many numbers there are. */
  public int size() {
    return counts.length;
  }

  public long get(int at) {
    return counts[at];
  }

  public void increment(int at) {
    counts[at]++;
  }

  public void add(int at, long number) {
    counts[at] += number;
  }

  /**
   * Adds to each number its change since a copy, multiplied by a number.
   *
   * @throws ArithmeticException if a long cannot hold the result
   */
  public void repeat(Counts then, long times) {
    for (int at = 0; at < counts.length; at++) {
      long added = counts[at] - then.counts[at];
      counts[at] = Math.addExact(counts[at], Math.multiplyExact(added, times));
    }
  }

  /** Adds to each number its change since a copy, multiplied by a factor and rounded. */
  public void addInProportion(double factor, Counts then) {
    for (int at = 0; at < counts.length; at++) {
      counts[at] += Math.round(factor * (counts[at] - then.counts[at]));
    }
  }
}
