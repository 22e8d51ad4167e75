package io.github.tracecast.simulate.lanes;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The lanes that an evaluation still is right for. Where lanes disagree on which of several messages is the first, some of them go on
 * together and the others are dropped: they are carried along, but what they come to is of no use. One thread.
 */
final class LiveLanes {
  private int[] live;

  LiveLanes(LaneProgram program) {
    int deciding = program.figures().follow() ? 1 : program.lanes();
    this.live = IntStream.range(0, deciding).toArray();
  }

  /** Those that are right and whose times decide, ascending: the first alone where the others follow it. */
  int[] live() {
    return live;
  }

  /**
   * Keeps the lanes that choose as most do, and those that do not choose.
   *
   * @param choices by place in {@link #live}: what is chosen, or {@link Slots#NONE}
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
