package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The collectives of one communicator that some ranks have come to and others have not. One thread. */
final class Meetings {
  private final int size;
  private final IntArrayList signatures = new IntArrayList();
  private final IntArrayList came = new IntArrayList();
  private long first;

  /** On a network of its own, one at a time: who waits, when the last came, and how long it takes; by lane, ps. */
  final IntArrayList waiting = new IntArrayList();

  final long[] latest;
  final long[] busy;

  Meetings(int size, int lanes) {
    this.size = size;
    this.latest = new long[lanes];
    this.busy = new long[lanes];
  }

  int size() {
    return size;
  }

  /** How far a rank that has come to so many is ahead of the first that others have not come to. */
  long ahead(long number) {
    return number - first;
  }

  /** The collectives that are open: what they are, and how many ranks have come. */
  void visit(StateWalk.Visitor visitor) {
    visitor.number(signatures.size());
    for (int i = 0; i < signatures.size(); i++) {
      visitor.number(signatures.getInt(i));
      visitor.number(came.getInt(i));
    }
    visitor.number(waiting.size());
    for (int i = 0; i < waiting.size(); i++) {
      visitor.number(waiting.getInt(i));
    }
  }

  boolean isEmpty() {
    return signatures.isEmpty();
  }

  /** A rank comes to its {@code number}-th collective; all must come to the same. */
  void come(long number, int signature) {
    int at = (int) (number - first);
    if (at == signatures.size()) {
      signatures.add(signature);
      came.add(1);
    } else {
      if (signatures.getInt(at) != signature) {
        throw new UnsuitableException("ranks call different collectives");
      }
      came.set(at, came.getInt(at) + 1);
    }
    if (at == 0 && came.getInt(0) == size) {
      signatures.removeInt(0);
      came.removeInt(0);
      first++;
    }
  }
}
