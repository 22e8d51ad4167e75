package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.TaskProgram;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.BitSet;

/**
 * Events that may come right before each row of a program. At a loop's start, this is the event
 * before the loop or the last event of the body. After a loop that may have no iteration, it is the
 * last event of the body or the event before the loop.
 */
final class Predecessors {
  /** No event comes before: the program's start. */
  static final int NOTHING = -1;

  private final TaskProgram program;
  private final BitSet mayBeSkipped;

  /** Ends of loops that the search has passed. */
  private final BitSet seen = new BitSet();

  private Predecessors(TaskProgram program, BitSet skipped) {
    this.program = program;
    this.mayBeSkipped = skipped;
  }

  /**
   * By row of a program that is an event: the events that may come right before it, usually one. The
   * first is the event before all loops that start at this row.
   *
   * @param skipped loops that may have no iteration
   */
  static int[][] of(TaskProgram program, BitSet skipped) {
    Predecessors search = new Predecessors(program, skipped);
    int[][] before = new int[program.length()][];
    for (int row = 0; row < before.length; row++) {
      if (program.operation(row) == TaskProgram.EMIT) {
        before[row] = search.before(row);
      }
    }
    return before;
  }

  private int[] before(int row) {
    IntLinkedOpenHashSet events = new IntLinkedOpenHashSet();
    seen.clear();
    collect(row - 1, events);
    return events.toIntArray();
  }

  /** Collects the events that may be the last after a row has been executed. */
  private void collect(int row, IntLinkedOpenHashSet events) {
    int at = row;
    while (at >= 0 && program.operation(at) == TaskProgram.OPEN) {
      at--;
    }
    last(at, events);
    for (int open = at + 1; open <= row; open++) {
      last(program.end(open) - 1, events);
    }
  }

  /**
   * Adds the last events before a row that is an EMIT or a CLOSE, or the beginning of the program.
   */
  private void last(int row, IntLinkedOpenHashSet events) {
    if (row < 0) {
      events.add(NOTHING);
      return;
    }
    if (program.operation(row) != TaskProgram.CLOSE) {
      events.add(program.argument(row));
      return;
    }
    if (seen.get(row)) {
      return;
    }
    seen.set(row);
    last(row - 1, events);
    int open = program.argument(row) - 1;
    if (mayBeSkipped.get(program.argument(open))) {
      collect(open - 1, events);
    }
  }
}
