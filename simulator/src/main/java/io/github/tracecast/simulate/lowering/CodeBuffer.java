package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.ReplayException;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Collects the instructions of a program. Equal programs of ranks are kept once. One thread. */
final class CodeBuffer {
  /** Most numbers that are lowered; they take 8 GiB. */
  private static final int MOST = Integer.MAX_VALUE - 1024;

  private final IntArrayList code = new IntArrayList();
  private int last;
  private boolean seizes;

  /** The beginning of each known program, by the hash of its content, and its end. */
  private final Int2ObjectOpenHashMap<IntArrayList> programs = new Int2ObjectOpenHashMap<>();

  private final Int2IntOpenHashMap ends = new Int2IntOpenHashMap();

  /** Decides whether instructions that need the rank's processor first wait for it. */
  void seizeProcessors(boolean seizes) {
    this.seizes = seizes;
  }

  /** The position of the next instruction. */
  int position() {
    return code.size();
  }

  void add(int operation, int... operands) {
    if (code.size() > MOST) {
      throw new ReplayException("found a program of more than " + MOST
          + " instructions and operands over all ranks; expected fewer. Replay fewer ranks");
    }
    int use = seizes ? Op.useOfProcessor(operation) : Op.NO_USE;
    if (use != Op.NO_USE) {
      code.add(Op.TURN);
      code.add(use);
    }
    last = code.size();
    code.add(operation);
    for (int operand : operands) {
      code.add(operand);
    }
  }

  /** Adds a call that takes no time. */
  void nothing(int event) {
    add(Op.BEGIN, 0);
    add(Op.END, event);
  }

  void operand(int value) {
    code.add(value);
  }

  int lastPosition() {
    return last;
  }

  /** Adds the instructions of an earlier span again. */
  void copy(int from, int to) {
    for (int at = from; at < to; at++) {
      code.add(code.getInt(at));
    }
    last = code.size();
  }

  void cut(int position) {
    code.size(position);
  }

  void set(int position, int value) {
    code.set(position, value);
  }

  /**
   * Ends the program of a rank. Removes the code if an equal one exists already.
   *
   * @param start where it begins
   * @return where the kept one begins
   */
  int share(int start) {
    int end = code.size();
    IntArrayList alike = programs.computeIfAbsent(hash(start, end), hash -> new IntArrayList(1));
    for (int i = 0; i < alike.size(); i++) {
      int known = alike.getInt(i);
      int[] all = code.elements();
      if (Arrays.equals(all, known, ends.get(known), all, start, end)) {
        cut(start);
        return known;
      }
    }
    alike.add(start);
    ends.put(start, end);
    return start;
  }

  private int hash(int start, int end) {
    int[] all = code.elements();
    int hash = 1;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + all[i];
    }
    return hash;
  }

  int[] toArray() {
    return code.toIntArray();
  }
}
