package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Instructions as they are made. One thread. */
final class CodeBuffer {
  /** No more is lowered: 512 MiB. */
  private static final int MOST = 1 << 27;

  private final IntArrayList code = new IntArrayList();

  /** Where the next instruction goes. */
  int position() {
    return code.size();
  }

  void add(int operation) {
    if (code.size() > MOST) {
      throw new UnsuitableException("the program is too long to be compiled for each rank");
    }
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

  /** Puts an operand in later. */
  void set(int position, int value) {
    code.set(position, value);
  }

  /** What stands there. */
  int at(int position) {
    return code.getInt(position);
  }

  int[] toArray() {
    return code.toIntArray();
  }
}
