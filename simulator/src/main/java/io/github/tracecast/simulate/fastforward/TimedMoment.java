package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.state.StateImage;

/**
 * A moment when all ranks wait for the engine, in a run in the order of time, or between two rounds.
 *
 * @param recorded the amount that has been recorded
 * @param skippedPicos simulated time that was skipped before, ps
 */
record TimedMoment(
    StateImage image, RunTotals totals, int[] recorded, long nowPicos, long skippedPicos) {
  /**
   * The current moment.
   *
   * @param size how many numbers its state may have
   */
  static TimedMoment of(Interpreter run, TimedFastForward.Recorded recorded, int size) {
    StateImage image = new StateImage(1, StateImage.NO_ORIGIN, size);
    run.state().describe(image);
    return new TimedMoment(
        image, new RunTotals(run), recorded.sizes(), run.nowPicos(), run.skippedPicos());
  }
}
