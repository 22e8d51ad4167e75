package io.github.tracecast.simulate.lanes;

/** Counters that only increase during a run, with one value for all lanes. One thread. */
public final class Counts implements Totals {
  private final long[] counts;

  public Counts(int size) {
    counts = new long[size];
  }

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

  @Override
  public Moment moment() {
    return new Moment();
  }

  public final class Moment implements Totals.Moment {
    private final long[] then = counts.clone();

    private Moment() {}

    /** Whether a counter has not changed since this moment. */
    public boolean isNow(int at) {
      return counts[at] == then[at];
    }

    @Override
    public void repeat(long times) {
      for (int at = 0; at < then.length; at++) {
        long added = counts[at] - then[at];
        counts[at] = Math.addExact(counts[at], Math.multiplyExact(added, times));
      }
    }

    @Override
    public void addInProportion(double factor) {
      for (int at = 0; at < then.length; at++) {
        counts[at] += Math.round(factor * (counts[at] - then[at]));
      }
    }
  }
}
