package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.List;

/**
 * The loops around successive stretches of a program, from front to back. Only loops that are open
 * there are examined. Each instance is used once.
 */
final class LoopsAround {
  /** The loops that hold an event, for ascending events. */
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

  /** @param loops ascending by first event */
  LoopsAround(List<MergedProgram.Span> loops) {
    this.before = new Sweep(loops);
    this.after = new Sweep(loops);
  }

  /** Moves to the stretch from {@code newFrom} up to and excluding {@code to}. */
  void enter(int newFrom, int to) {
    from = newFrom;
    before.moveTo(from - 1);
    after.moveTo(to);
  }

  /**
   * Returns how many loops are left and entered between the event before the stretch and {@code
   * at}, among the loops around the stretch and its end.
   */
  int turns(int at) {
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
