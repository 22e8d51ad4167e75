package io.github.tracecast.simulate.lanes;

import java.util.stream.IntStream;

/**
 * The deciding lanes of a run ({@link LaneFigures#deciding}) with valid results, in ascending
 * order. Lanes may disagree on the order of messages, or some lanes may skip iterations that others
 * must replay. Then some lanes continue and the others are dropped. Dropped lanes keep their
 * columns, but their results are invalid.
 */
public final class LiveLanes {
  private int[] lanes;

  /** Creates the set of the first {@code deciding} lanes. All later lanes follow the first lane. */
  public LiveLanes(int deciding) {
    lanes = IntStream.range(0, deciding).toArray();
  }

  public int[] all() {
    return lanes;
  }

  /** Keeps some of the live lanes, given in ascending order, and drops the others. */
  public void keep(int[] some) {
    lanes = some;
  }
}
