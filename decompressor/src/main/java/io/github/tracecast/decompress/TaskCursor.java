package io.github.tracecast.decompress;

/**
 * Walks one rank's events in program order. State: the program counter and, per open loop, the iterations left and the ordinal
 * of the body, which counts the bodies executed at that depth since the start and so is the execution number of every event
 * directly in it. O(nesting) memory, no allocation per event. One thread.
 */
public final class TaskCursor {
  private final TaskProgram program;
  private final Trips trips;
  private final int rank;
  private final long[] left;
  private final long[] ordinal;
  /** Row after the OPEN of each open loop: where its iterations start. */
  private final int[] start;

  private int depth;
  private int pc;
  private int event = -1;
  private int previous = -1;

  TaskCursor(TaskProgram program, Trips trips, int rank) {
    this.program = program;
    this.trips = trips;
    this.rank = rank;
    this.left = new long[program.depth() + 1];
    this.ordinal = new long[program.depth() + 1];
    this.start = new int[program.depth() + 1];
  }

  /** Moves to the next event; false at the end, and on every later call. */
  public boolean next() {
    TaskProgram program = this.program;
    int end = program.length();
    if (event >= 0) {
      previous = event;
    }
    while (pc < end) {
      int at = pc++;
      int argument = program.argument(at);
      switch (program.operation(at)) {
        case TaskProgram.EMIT -> {
          event = argument;
          return true;
        }
        case TaskProgram.OPEN -> open(argument, program.constantTrips(at));
        default -> {
          ordinal[depth]++;
          if (--left[depth] > 0) {
            pc = argument;
          } else {
            depth--;
          }
        }
      }
    }
    event = -1;
    return false;
  }

  private void open(int loop, long constant) {
    long outer = ordinal[depth++];
    start[depth] = pc;
    if (constant > 0) {
      left[depth] = constant;
      ordinal[depth] = outer * constant;
    } else {
      left[depth] = trips.count(loop, rank, outer);
      ordinal[depth] = trips.before(loop, rank, outer);
    }
  }

  /** The event that the cursor stands on, an index into the trace's events; -1 before the first and after the last. */
  public int event() {
    return event;
  }

  /** How often this rank executed this event before: 0, 1, 2 ... Meaningless while {@link #event()} is -1. */
  public long execution() {
    return ordinal[depth];
  }

  /** The event before this one; -1 at the rank's first event. After the end: the last event. */
  public int previousEvent() {
    return previous;
  }

  /** The rank whose program this is, in MPI_COMM_WORLD. */
  public int rank() {
    return rank;
  }

  /** Loops that are open around the current event. */
  public int depth() {
    return depth;
  }

  /** Iterations left of an open loop, the current one included; {@code depth} from 1 (outermost) to {@link #depth()}. */
  public long iterationsLeft(int depth) {
    return left[depth];
  }

  /** Which loop is open at a depth, an index into the trace's loops; {@code depth} as above. */
  public int loop(int depth) {
    return program.argument(start[depth] - 1);
  }

  /** The row of the program where the iterations of an open loop start, which is one more than that of its OPEN. */
  public int startRow(int depth) {
    return start[depth];
  }

  /**
   * Iterations of an open loop that the rank began before the current one, over all executions of the loop so far; at depth 0
   * it is 0.
   */
  public long iterationsBefore(int depth) {
    return ordinal[depth];
  }

  /** The row of the program that comes next: with the open loops' iterations it says where the rank is. */
  public int row() {
    return pc;
  }

  /**
   * Leaves out iterations of an open loop, as if they had been walked: the current event and what is open within the loop stay
   * as they are, and execution numbers go on from where they would be then. An open loop within must go round as often after the skip as now; {@link Phases} says when it does.
   *
   * @param atDepth 1 to {@link #depth()}
   * @param iterations from 0 to {@code iterationsLeft(atDepth) - 1}
   */
  public void skip(int atDepth, long iterations) {
    if (atDepth < 1 || atDepth > depth || iterations < 0 || iterations >= left[atDepth]) {
      throw new IllegalArgumentException("found " + iterations + " iterations to skip at depth "
          + atDepth + "; expected fewer than the iterations left of an open loop");
    }
    left[atDepth] -= iterations;
    ordinal[atDepth] += iterations;
    for (int d = atDepth + 1; d <= depth; d++) {
      long outer = ordinal[d - 1];
      long done = trips.count(loop(d), rank, outer) - left[d];
      ordinal[d] = trips.before(loop(d), rank, outer) + done;
    }
  }
}
