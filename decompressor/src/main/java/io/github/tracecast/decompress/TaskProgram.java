package io.github.tracecast.decompress;

/**
 * The program of a class of ranks: events and loops, flattened to opcodes in packed columns. The
 * row number is the program counter. The program is immutable, so all cursors of the class share
 * it. A row takes 17 bytes.
 */
public final class TaskProgram {
  /** The operation that executes an event. {@link #argument} is its index in the trace's events. */
  public static final byte EMIT = 0;

  /**
   * The operation that opens a loop. {@link #argument} is its index in the trace's loops. The
   * loop's CLOSE follows in a later row.
   */
  public static final byte OPEN = 1;

  /**
   * The operation that ends the body of a loop. {@link #argument} is the row after its OPEN, where
   * the next iteration starts.
   */
  public static final byte CLOSE = 2;

  private final byte[] operations;
  private final int[] arguments;
  private final long[] constantTrips;
  private final int[] ends;
  private final int depth;

  TaskProgram(byte[] operations, int[] arguments, long[] constantTrips, int depth) {
    this.operations = operations;
    this.arguments = arguments;
    this.constantTrips = constantTrips;
    this.depth = depth;
    this.ends = ends(operations, arguments);
  }

  private static int[] ends(byte[] operations, int[] arguments) {
    int[] ends = new int[operations.length];
    for (int row = 0; row < operations.length; row++) {
      if (operations[row] == CLOSE) {
        ends[arguments[row] - 1] = row + 1;
      }
    }
    return ends;
  }

  /** Returns the number of rows. */
  public int length() {
    return operations.length;
  }

  /** Returns the operation of a row: {@link #EMIT}, {@link #OPEN} or {@link #CLOSE}. */
  public byte operation(int row) {
    return operations[row];
  }

  /** Returns the argument of a row, whose meaning depends on the operation. */
  public int argument(int row) {
    return arguments[row];
  }

  /**
   * Returns the number of iterations of the loop that an OPEN opens if it is the same for all ranks
   * and executions, otherwise 0.
   */
  public long constantTrips(int row) {
    return constantTrips[row];
  }

  /** Returns the row after the CLOSE of an OPEN. A rank without iterations continues there. */
  public int end(int row) {
    return ends[row];
  }

  /** Returns the largest number of loops that are open at the same time. */
  public int depth() {
    return depth;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < operations.length; row++) {
      switch (operations[row]) {
        case EMIT -> text.append(arguments[row]).append(' ');
        case OPEN -> text.append("loop").append(arguments[row]).append("{ ");
        default -> text.append("} ");
      }
    }
    return text.toString().stripTrailing();
  }
}
