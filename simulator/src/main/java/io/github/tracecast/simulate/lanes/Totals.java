package io.github.tracecast.simulate.lanes;

/** Numbers that only grow during a run. What a part of the run has added can be added again. */
public interface Totals {
  /** Remembers the current numbers. */
  Moment moment();

  /** The numbers at some moment. Immutable. */
  interface Moment {
    /**
     * Adds to each number its change since, multiplied by a number.
     *
     * @throws ArithmeticException if a number gets too large
     */
    void repeat(long times);

    /** Adds to each number its change since, multiplied by a factor and rounded. */
    default void addInProportion(double factor) {
      throw new UnsupportedOperationException("numbers without proportion");
    }
  }
}
