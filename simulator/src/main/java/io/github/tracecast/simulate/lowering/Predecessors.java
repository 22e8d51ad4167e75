package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.TaskProgram;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;

/**
 * Events that may come right before each row of a program. At a loop's start, this is the event
 * before the loop or the last event of the body.
 */
final class Predecessors {
  /** No event comes before: the program's start. */
  static final int NOTHING = -1;

  /** Starts of the open loops' bodies in the lowered code. */
  final IntArrayList bodies = new IntArrayList();

  private final TaskProgram program;
  private final int[] closes;

  Predecessors(TaskProgram program) {
    this.program = program;
    this.closes = new int[program.length()];
    IntArrayList open = new IntArrayList();
    for (int row = 0; row < program.length(); row++) {
      if (program.operation(row) == TaskProgram.OPEN) {
        open.push(row);
      } else if (program.operation(row) == TaskProgram.CLOSE) {
        closes[open.popInt()] = row;
      }
    }
  }

  /**
   * The events that may come right before a row, usually one. The first is the event before all
   * loops that start at this row.
   */
  int[] of(int row) {
    IntLinkedOpenHashSet events = new IntLinkedOpenHashSet();
    collect(row - 1, events);
    return events.toIntArray();
  }

  /** Collects the events that may be the last after a row has been executed. */
  private void collect(int row, IntLinkedOpenHashSet events) {
    int at = row;
    while (at >= 0 && program.operation(at) == TaskProgram.OPEN) {
      at--;
    }
    events.add(at < 0 ? NOTHING : last(at));
    for (int open = at + 1; open <= row; open++) {
      events.add(last(closes[open]));
    }
  }

  /**
   * The last event of what ends at a row, with an EMIT or a CLOSE. A body always ends with an
   * event, at any depth.
   */
  private int last(int row) {
    int at = row;
    while (program.operation(at) == TaskProgram.CLOSE) {
      at--;
    }
    return program.argument(at);
  }
}
