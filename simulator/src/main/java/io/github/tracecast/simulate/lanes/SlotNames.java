package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/** What slots are called in a walk of the state: by the list that holds them and their place there, never by their row. One thread. */
final class SlotNames {
  /** In place of a list: a rank's strands. */
  static final int STRANDS = -1;

  /** Likewise messages that are to start, met by their receives. */
  static final int STARTING = -2;

  private int[] listOf = new int[0];
  private int[] placeOf = new int[0];

  /** Makes room for so many slots. */
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

  void visit(int slot, StateWalk.Visitor visitor) {
    visitor.number(listOf[slot]);
    visitor.number(placeOf[slot]);
  }
}
