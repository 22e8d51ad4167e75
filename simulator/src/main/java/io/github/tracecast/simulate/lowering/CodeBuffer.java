package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.ReplayException;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Collects the instructions of a program. One thread. */
final class CodeBuffer {
  /** Most numbers that are lowered; they take 2 GiB. */
  private static final int MOST = 1 << 29;

  private final IntArrayList code = new IntArrayList();
  private int last;
  private boolean seizes;

  /** Decides whether instructions that need the rank's processor first wait for it. */
  void seizeProcessors(boolean seizes) {
    this.seizes = seizes;
  }

  /** The position of the next instruction. */
  int position() {
    return code.size();
  }

  void add(int operation) {
    if (code.size() > MOST) {
      throw new ReplayException("found a program of more than " + MOST
          + " instructions and operands over all ranks; expected fewer. Replay fewer ranks");
    }
    int use = seizes ? Op.useOfProcessor(operation) : Op.NO_USE;
    if (use != Op.NO_USE) {
      code.add(Op.SEIZE);
      code.add(use);
    }
    last = code.size();
    code.add(operation);
  }

  void add(int operation, int operand) {
    add(operation);
    code.add(operand);
  }

  void add(int operation, int first, int second) {
    add(operation, first);
    code.add(second);
  }

  void add(int operation, int first, int second, int third) {
    add(operation, first, second);
    code.add(third);
  }

  void add(int operation, int first, int second, int third, int fourth) {
    add(operation, first, second, third);
    code.add(fourth);
  }

  void operand(int value) {
    code.add(value);
  }

  /** The position of the last instruction. */
  int lastPosition() {
    return last;
  }

  /** Whether the last instruction has this operation. */
  boolean endsWith(int operation) {
    return last < code.size() && code.getInt(last) == operation;
  }

  /** Removes everything from a position on. */
  void cut(int position) {
    code.size(position);
  }

  /** Replaces the operand at a position. */
  void set(int position, int value) {
    code.set(position, value);
  }

  /** The number at a position. */
  int at(int position) {
    return code.getInt(position);
  }

  int[] toArray() {
    return code.toIntArray();
  }
}
