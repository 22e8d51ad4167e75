package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.Sequence;

/**
 * The innermost loop around a call, with stages as iterations. The number of stages differs between
 * the recordings, or between the recordings and the result. A value that changes between iterations
 * then has no fixed period.
 *
 * @param row the row of the loop's start in the place's program
 * @param target number of iterations in the result
 */
record Stages(int row, long target) {
  /**
   * Returns the number of iterations on a rank of a recording; 0 if executions of the loop differ
   * in this number.
   */
  long of(Recording recording, int rank) {
    Sequence iterations = ValuePlace.iterations(recording, rank, row);
    return iterations.period() == 1 ? iterations.number(0, 0) : 0;
  }

  /** Whether a rank of the place has a different number of stages than the result. */
  boolean vary(ValuePlace place) {
    return target > 0
        && place.ranks().entrySet().stream()
            .anyMatch(entry -> of(entry.getKey(), entry.getValue()[0]) != target);
  }
}
