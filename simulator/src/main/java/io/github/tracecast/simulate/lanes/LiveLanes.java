package io.github.tracecast.simulate.lanes;

import java.util.stream.IntStream;

/**
 * The lanes of a run that decide and have valid results, in ascending order. Lanes may disagree on the first
 * of several messages, or some may skip iterations that others must replay. Then one part continues
 * and the others are dropped. Dropped lanes keep their columns, but their results are invalid.
 */
public final class LiveLanes {
  private int[] lanes;

  /** The first lanes, which decide by their own times. The others follow the first. */
  public LiveLanes(int deciding) {
    lanes = IntStream.range(0, deciding).toArray();
  }

  public int[] all() {
    return lanes;
  }

  /** Keeps some of the live lanes, in ascending order. */
  public void keep(int[] some) {
    lanes = some;
  }
}
