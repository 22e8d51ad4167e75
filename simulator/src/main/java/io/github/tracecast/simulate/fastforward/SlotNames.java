package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.StateVisitor;
import java.util.Arrays;

/**
 * Names of slots in a walk of the state. A slot's name is the list that holds it and its place
 * there, never its row. One thread.
 */
final class SlotNames {
  /** Stands for the list of a rank's strands. */
  static final int STRANDS = -1;

  /** Stands for the list of messages that have not started and have met their receives. */
  static final int STARTING = -2;

  private int[] listOf = new int[0];
  private int[] placeOf = new int[0];

  /** Makes room for the given number of slots. */
  void makeRoom(int slots) {
    listOf = Arrays.copyOf(listOf, slots);
    placeOf = Arrays.copyOf(placeOf, slots);
  }

  void name(int slot, int list, int place) {
    listOf[slot] = list;
    placeOf[slot] = place;
  }

  boolean isIn(int list, int slot) {
    return listOf[slot] == list;
  }

  int place(int slot) {
    return placeOf[slot];
  }

  void visit(int slot, StateVisitor visitor) {
    visitor.number(listOf[slot]);
    visitor.number(placeOf[slot]);
  }
}
