package io.github.tracecast.simulate.state;

/**
 * The state that determines the rest of a replay, at a moment when all ranks wait for the engine.
 * It covers the next step of each rank, requests, messages, receives, collectives and alarms.
 * {@link StateWriter} writes it. About 1 KB per rank.
 */
public final class StateImage {
  public final long nowPicos;

  /** The state without times and loop counters. */
  final long[] shape;

  /** Points in simulated time. */
  final long[] times;

  /** For each time, the rank whose request completed then, or -1. */
  final int[] doneBy;

  /** Remaining iterations of the open loops, outermost first, rank by rank. */
  final long[] loops;

  /** Index of each rank's first loop, then the end. */
  final int[] firstLoop;

  /** The accounts at that moment. They are not part of the state. */
  public final Totals totals;

  StateImage(
      long nowPicos,
      long[] shape,
      long[] times,
      int[] doneBy,
      long[] loops,
      int[] firstLoop,
      Totals totals) {
    this.nowPicos = nowPicos;
    this.shape = shape;
    this.times = times;
    this.doneBy = doneBy;
    this.loops = loops;
    this.firstLoop = firstLoop;
    this.totals = totals;
  }

  int ranks() {
    return firstLoop.length - 1;
  }

  /** How many numbers it has, as a measure of its cost. */
  public long size() {
    return (long) shape.length + 2L * times.length + loops.length;
  }
}
