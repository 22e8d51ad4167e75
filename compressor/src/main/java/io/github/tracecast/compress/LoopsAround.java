package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the loops around successive stretches of a program, from front to back. It examines only
 * the loops that are open in a stretch. Each instance is used once.
 */
final class LoopsAround {
  /** Finds the loops that contain an event. The events must ascend. */
  private static final class Sweep {
    private final List<MergedProgram.Span> loops;
    private final List<MergedProgram.Span> open = new ArrayList<>();
    private int next;

    Sweep(List<MergedProgram.Span> loops) {
      this.loops = loops;
    }

    void moveTo(int event) {
      open.removeIf(loop -> loop.last() < event);
      for (; next < loops.size() && loops.get(next).first() <= event; next++) {
        if (loops.get(next).last() >= event) {
          open.add(loops.get(next));
        }
      }
    }
  }

  private final Sweep before;
  private final Sweep after;
  private int from;

  /** @param loops the loops in ascending order of their first events */
  LoopsAround(List<MergedProgram.Span> loops) {
    this.before = new Sweep(loops);
    this.after = new Sweep(loops);
  }

  /** Moves on to the stretch from {@code newFrom} (inclusive) to {@code to} (exclusive). */
  void enter(int newFrom, int to) {
    from = newFrom;
    before.moveTo(from - 1);
    after.moveTo(to);
  }

  /**
   * Returns the number of loops that an event at {@code at} leaves or enters: the loops around the
   * event before the stretch that end before {@code at}, and the loops around the event after the
   * stretch that begin at or before {@code at}.
   */
  int loopsCrossed(int at) {
    int turns = 0;
    for (MergedProgram.Span loop : before.open) {
      turns += loop.last() < at ? 1 : 0;
    }
    for (MergedProgram.Span loop : after.open) {
      turns += loop.first() >= from && loop.first() <= at ? 1 : 0;
    }
    return turns;
  }
}
