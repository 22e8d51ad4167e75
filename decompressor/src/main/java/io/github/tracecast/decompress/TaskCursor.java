package io.github.tracecast.decompress;

/**
 * Walks the events of one rank in program order. Its state is the program counter and, for each
 * open loop, the number of iterations left and the ordinal of the iteration. The ordinal counts all
 * earlier iterations of the loop, so it is the execution number of every event directly in its
 * body. Memory is O(nesting), and an event allocates nothing. Not thread-safe.
 */
public final class TaskCursor {
  private final TaskProgram program;
  private final Trips trips;
  private final int rank;
  private final long[] iterationsLeft;
  private final long[] ordinal;
  /** For each open loop, the row after its OPEN, where each of its iterations starts. */
  private final int[] start;

  private int depth;
  private int pc;
  private int event = -1;
  private int previous = -1;

  TaskCursor(TaskProgram program, Trips trips, int rank) {
    this.program = program;
    this.trips = trips;
    this.rank = rank;
    this.iterationsLeft = new long[program.depth() + 1];
    this.ordinal = new long[program.depth() + 1];
    this.start = new int[program.depth() + 1];
  }

  /** Moves to the next event. Returns false if there is none; then all later calls return false too. */
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
          if (--iterationsLeft[depth] > 0) {
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
      iterationsLeft[depth] = constant;
      ordinal[depth] = outer * constant;
    } else {
      iterationsLeft[depth] = trips.count(loop, rank, outer);
      ordinal[depth] = trips.iterationsBefore(loop, rank, outer);
      if (iterationsLeft[depth] == 0) {
        pc = program.end(pc - 1);
        depth--;
      }
    }
  }

  /**
   * Returns the current event, an index into the trace's events; -1 before the first event and
   * after the last.
   */
  public int event() {
    return event;
  }

  /**
   * Returns the number of earlier executions of the current event by this rank. The result is
   * undefined while {@link #event()} is -1.
   */
  public long execution() {
    return ordinal[depth];
  }

  /**
   * Returns the event before the current event; -1 at the first event. After the end, returns the
   * last event.
   */
  public int previousEvent() {
    return previous;
  }

  /** Returns the world rank whose events this cursor walks. */
  public int rank() {
    return rank;
  }

  /** Returns the number of loops that are open around the current event. */
  public int depth() {
    return depth;
  }

  /**
   * Returns the number of iterations left of an open loop, including the current iteration. {@code
   * depth} is from 1 (outermost) to {@link #depth()}.
   */
  public long iterationsLeft(int depth) {
    return iterationsLeft[depth];
  }

  /**
   * Returns the loop that is open at a depth, an index into the trace's loops. {@code depth} is
   * from 1 (outermost) to {@link #depth()}.
   */
  public int loop(int depth) {
    return program.argument(start[depth] - 1);
  }

  /**
   * Returns how many iterations of an open loop the rank began before the current iteration, over
   * all executions of the loop so far; 0 at depth 0.
   */
  public long iterationsBefore(int depth) {
    return ordinal[depth];
  }

  /**
   * Skips iterations of an open loop. The current event and the open inner loops stay the same.
   * Execution numbers increase as if the cursor had walked these iterations. Each open inner loop
   * must have the same number of iterations after the skip as before. {@link Phases} has numbers of
   * iterations for which this holds.
   *
   * @param atDepth 1 to {@link #depth()}
   * @param iterations from 0 to {@code iterationsLeft(atDepth) - 1}
   */
  public void skip(int atDepth, long iterations) {
    if (atDepth < 1 || atDepth > depth || iterations < 0 || iterations >= iterationsLeft[atDepth]) {
      throw new IllegalArgumentException("found " + iterations + " iterations to skip at depth "
          + atDepth + "; expected fewer than the iterations left of an open loop");
    }
    iterationsLeft[atDepth] -= iterations;
    ordinal[atDepth] += iterations;
    for (int d = atDepth + 1; d <= depth; d++) {
      long outer = ordinal[d - 1];
      long done = trips.count(loop(d), rank, outer) - iterationsLeft[d];
      ordinal[d] = trips.iterationsBefore(loop(d), rank, outer) + done;
    }
  }
}
