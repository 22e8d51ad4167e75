package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import java.util.stream.IntStream;

/**
 * The lanes with valid results in this evaluation. Lanes may disagree on the first of several
 * messages, or some may skip iterations that others must replay. Then one part continues and the
 * others are dropped. Dropped lanes keep their columns in the rows, but their results are invalid.
 * One thread.
 */
public final class LiveLanes {
  private int[] live;

  LiveLanes(LaneProgram program) {
    this.live = IntStream.range(0, program.figures().deciding()).toArray();
  }

  /**
   * The live lanes that take part in decisions, in ascending order. If the others follow the first lane, it is the only one.
   */
  public int[] live() {
    return live;
  }

  /** Keeps some of the live lanes, in ascending order. */
  public void keep(int[] lanes) {
    live = lanes;
  }
}
