package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;

/**
 * All that the rest of a replay depends on, at one moment at which everybody waits for the engine: what each rank is about to do,
 * requests, messages, receives that are posted, collectives, alarms. Written by {@link StateWriter}. About 1 KB a rank.
 */
final class StateImage {
  final long nowPicos;

  /** All but times and loop counters. */
  final long[] shape;

  /** Points in simulated time. */
  final long[] times;

  /** For each of them the rank one of whose requests was done then, or -1. */
  final int[] doneBy;

  /** Iterations left in the open loops, outermost first, rank after rank. */
  final long[] loops;

  /** Where each rank's begin, and the end. */
  final int[] firstLoop;

  /** What had been added up by then; nothing depends on it. */
  final Accounts accounts;

  StateImage(
      long nowPicos,
      long[] shape,
      long[] times,
      int[] doneBy,
      long[] loops,
      int[] firstLoop,
      Accounts accounts) {
    this.nowPicos = nowPicos;
    this.shape = shape;
    this.times = times;
    this.doneBy = doneBy;
    this.loops = loops;
    this.firstLoop = firstLoop;
    this.accounts = accounts;
  }

  int ranks() {
    return firstLoop.length - 1;
  }

  /** Numbers in it, as a measure of what it costs. */
  long size() {
    return (long) shape.length + 2L * times.length + loops.length;
  }
}
