package io.github.tracecast.predict.fit;

/** Receives the predictions of measurements as soon as they are known, one at a time from any thread. */
@FunctionalInterface
public interface PredictionListener {
  void predicted(MeasuredTime measurement, double seconds);
}
