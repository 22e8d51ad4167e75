package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The operands that differ between ranks with the same instructions: channels and costs. An
 * instruction holds an address relative to the first one of its rank. One thread fills it; later it
 * is only read.
 *
 * <p>The entry of a receive is its channel. The entry of a send has its channel and the row of its
 * costs, followed by its site if the call only sends.
 */
final class AddressTable {
  private final IntArrayList entries = new IntArrayList();
  private int first;

  /** Begins a rank's entries and returns the absolute address of the first one. */
  int begin() {
    first = entries.size();
    return first;
  }

  /** Adds entries of the current rank and returns the relative address of the first one. */
  int add(int... added) {
    int address = entries.size() - first;
    for (int entry : added) {
      entries.add(entry);
    }
    return address;
  }

  /** The entries. There may be unused ones at the end. */
  int[] toArray() {
    return entries.elements();
  }
}
