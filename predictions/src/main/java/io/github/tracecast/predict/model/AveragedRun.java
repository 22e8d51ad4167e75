package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.ReplayResult;

/**
 * A run whose iterations all take their average, on every rank. Its difference from the prediction
 * is what ranks wait for because iterations differ.
 *
 * @param seconds when its last rank ends
 */
public record AveragedRun(double seconds) {
  /** Smaller differences are not worth a line. */
  private static final double MATERIAL = 0.02;

  /** Whether this time differs so much from the prediction that a report states both. */
  public boolean matters(ReplayResult prediction) {
    return Math.abs(seconds - prediction.predictedSeconds())
        > MATERIAL * prediction.predictedSeconds();
  }
}
