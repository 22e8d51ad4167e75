package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.Sequence;

/**
 * The innermost loop around a call, with stages as iterations. Their number differs between the
 * recordings or from the result. A value that changes between iterations then has no fixed period.
 *
 * @param row the row of the loop's start in the place's program
 * @param target number of iterations in the result
 */
record Stages(int row, long target) {
  /**
   * Returns the number of iterations on a rank of a recording; 0 if they differ between executions
   * of the loop.
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
