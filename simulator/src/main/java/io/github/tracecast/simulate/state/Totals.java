package io.github.tracecast.simulate.state;

/** The accounts of a replay at one moment. The difference of two is the activity between them. */
public interface Totals {
  /** Simulated time skipped before that moment, ps. */
  long skippedPicos();
}
