package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.ReplayResult;

/**
 * The predicted time under the assumption that, on every rank, each iteration takes the average
 * time. The prediction exceeds this time by the waiting that unequal iterations cause.
 *
 * @param seconds the time at which the last rank ends
 */
public record AveragedRun(double seconds) {
  /** The smallest difference, as a share of the predicted time, that a report states. */
  private static final double MATERIAL = 0.02;

  /** Whether this time differs so much from the prediction that a report states both. */
  public boolean matters(ReplayResult prediction) {
    return Math.abs(seconds - prediction.predictedSeconds())
        > MATERIAL * prediction.predictedSeconds();
  }
}
