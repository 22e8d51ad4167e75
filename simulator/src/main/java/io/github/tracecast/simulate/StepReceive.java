package io.github.tracecast.simulate;

import io.github.tracecast.decompress.EventTable;

/** A receive of a {@link LockStep}, from when it is posted. One thread. */
final class StepReceive {
  /** Who receives. */
  final int rank;

  /** The world rank that it names, or {@link EventTable#ANY}. */
  final int wanted;

  private final TakenSources sources;
  private final int number;
  private boolean done;

  /**
   * @param sources where to note what it takes, its execution being the last one there; null for nowhere
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
