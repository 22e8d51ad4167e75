package io.github.tracecast.simulate.lanes;

/**
 * Totals that only grow during a run. Fast-forward adds their growth during some iterations again
 * for each skipped iteration.
 */
public interface Totals {
  /** Returns a copy of the current totals. */
  Moment moment();

  /** The totals at a moment. Immutable. */
  interface Moment {
    /**
     * Adds to each total its change since this moment, multiplied by a number.
     *
     * @throws ArithmeticException if a total becomes too large for its type
     */
    void repeat(long times);

    /** Adds to each total its change since this moment, multiplied by a factor and rounded. */
    default void addInProportion(double factor) {
      throw new UnsupportedOperationException("numbers without proportion");
    }
  }
}
