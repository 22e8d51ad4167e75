package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Slots;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The lanes for which an evaluation is still right. One part of them continues together and the
 * others are dropped if lanes disagree on which of several messages comes first, or if some lanes
 * skip iterations and others cannot. Dropped lanes stay in the rows, but their results are useless.
 * One thread.
 */
public final class LiveLanes {
  private int[] live;

  LiveLanes(LaneProgram program) {
    int deciding = program.figures().follow() ? 1 : program.lanes();
    this.live = IntStream.range(0, deciding).toArray();
  }

  /**
   * The live lanes whose times decide, in ascending order. If the others follow the first lane, it
   * is the only one.
   */
  public int[] live() {
    return live;
  }

  /** Keeps some of the live lanes, in ascending order. */
  public void keep(int[] lanes) {
    live = lanes;
  }

  /**
   * Keeps the lanes of the most frequent choice, and those without a choice.
   *
   * @param choices by place in {@link #live}: the choice, or {@link Slots#NONE}
   */
  void keepMost(int[] choices) {
    int best = Slots.NONE;
    long most = 0;
    for (int choice : choices) {
      long votes = Arrays.stream(choices).filter(other -> other == choice).count();
      if (choice != Slots.NONE && votes > most) {
        best = choice;
        most = votes;
      }
    }
    int kept = best;
    live = IntStream.range(0, live.length)
        .filter(i -> choices[i] == kept || choices[i] == Slots.NONE)
        .map(i -> live[i])
        .toArray();
  }
}
