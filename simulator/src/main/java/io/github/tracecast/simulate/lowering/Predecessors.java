package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.TaskProgram;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.BitSet;

/**
 * Finds, for each row of a program, the events that may come directly before it. For the first
 * event of a loop, these events are the event before the loop and the last event of the loop. For
 * the row after a loop that may have no iterations, these events are the last event of the loop and
 * the event before the loop.
 */
final class Predecessors {
  /** Value for the start of the program, before which there is no event. */
  static final int NOTHING = -1;

  private final TaskProgram program;
  private final BitSet mayBeSkipped;

  /** Ends of loops that the search has already visited. */
  private final BitSet seen = new BitSet();

  private Predecessors(TaskProgram program, BitSet skipped) {
    this.program = program;
    this.mayBeSkipped = skipped;
  }

  /**
   * For each row that is an event, the events that may come directly before it; usually there is
   * one. The first element is the event before all loops that start at this row.
   *
   * @param skipped loops that may have no iterations
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

  /** Adds the events that may be the last executed event when a row ends. */
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

  /** Adds the same events as {@link #collect} for a row that is an EMIT or a CLOSE, or for the start of the program. */
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
