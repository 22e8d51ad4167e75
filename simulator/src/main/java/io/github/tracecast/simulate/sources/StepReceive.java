package io.github.tracecast.simulate.sources;

import io.github.tracecast.decompress.EventTable;

/** A posted receive of a {@link LockStep}. One thread. */
final class StepReceive {
  /** The receiving rank. */
  final int rank;

  /** The world rank of the source, or {@link EventTable#ANY}. */
  final int wanted;

  private final TakenSources sources;
  private final int number;
  private boolean done;

  /**
   * @param sources records the taken source for the last walked execution; null to record nothing
   */
  StepReceive(int rank, int wanted, TakenSources sources) {
    this.rank = rank;
    this.wanted = wanted;
    this.sources = sources;
    this.number = sources == null ? 0 : sources.walked() - 1;
  }

  boolean done() {
    return done;
  }

  boolean fits(int source) {
    return wanted == EventTable.ANY || wanted == source;
  }

  void take(int source) {
    done = true;
    if (sources != null) {
      sources.set(number, source);
    }
  }
}
