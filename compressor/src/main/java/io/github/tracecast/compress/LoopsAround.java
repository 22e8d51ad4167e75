package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.List;

/** The loops around one stretch of a program after the other, from front to back: only those that are open there are looked at. One use. */
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

  /** Goes to the stretch from one event up to another, which is behind it. */
  void enter(int newFrom, int to) {
    from = newFrom;
    before.moveTo(from - 1);
    after.moveTo(to);
  }

  /** Loops left and entered on the way from the event before the stretch to {@code at} in it, of those around it and around its end. */
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
