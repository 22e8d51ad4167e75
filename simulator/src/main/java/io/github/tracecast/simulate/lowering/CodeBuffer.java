package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.costs.ProcessorRule;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Collects the instructions of all ranks' programs. Equal programs are stored once. One thread. */
final class CodeBuffer {
  /** The largest length of the code in ints. Such code takes 8 GiB. */
  private static final int MOST = Integer.MAX_VALUE - 1024;

  private final IntArrayList code = new IntArrayList();
  private int last;
  private ProcessorRule processors = ProcessorRule.ALONE;

  /** The start and end of each program, by the hash of its content. */
  private final Int2ObjectOpenHashMap<IntArrayList> programs = new Int2ObjectOpenHashMap<>();

  private final Int2IntOpenHashMap ends = new Int2IntOpenHashMap();

  /** Sets the rule that decides which instructions wait for the rank's processor. */
  void seizeProcessors(ProcessorRule rule) {
    processors = rule;
  }

  /** Ends the computation before an event. On a shared core, the rank waits until it has had a core for the time of this computation. */
  void endComputation(int event) {
    if (processors == ProcessorRule.SHARED) {
      add(Op.TURN, Op.COMPUTED + event);
    }
  }

  /** The position at which the next instruction is added. */
  int position() {
    return code.size();
  }

  void add(int operation, int... operands) {
    if (code.size() > MOST) {
      throw new ReplayException("found a program of more than " + MOST
          + " instructions and operands over all ranks; expected fewer. Replay fewer ranks");
    }
    int use = Op.useOfProcessor(processors, operation);
    if (use != Op.NO_USE) {
      code.add(Op.TURN);
      code.add(use);
    }
    last = code.size();
    code.add(operation);
    code.addElements(code.size(), operands);
  }

  /** Adds the instructions of a call that takes no time. */
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

  /** Appends a copy of the instructions of an earlier range. */
  void copy(int from, int to) {
    code.addElements(code.size(), code.elements(), from, to - from);
    last = code.size();
  }

  void cut(int position) {
    code.size(position);
  }

  void set(int position, int value) {
    code.set(position, value);
  }

  /** Ends a rank's program, unless an equal one exists. Returns the start of the one to run. */
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
