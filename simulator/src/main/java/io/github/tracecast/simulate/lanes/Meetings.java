package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The collectives of one communicator that some ranks have come to and others have not. One thread. */
final class Meetings {
  private final int size;
  private final IntArrayList signatures = new IntArrayList();
  private final IntArrayList came = new IntArrayList();
  private long first;

  /** On a network of its own: who waits, when the last came, and how long it takes, one row each. */
  static final class Gathering {
    final IntArrayList waiting = new IntArrayList();
    final LaneTimes latest;
    final LaneTimes busy;

    private Gathering(int lanes) {
      latest = new LaneTimes(1, lanes);
      busy = new LaneTimes(1, lanes);
    }
  }

  private final int lanes;

  /** By number: those that somebody waits for; and some to use again. */
  private final Long2ObjectOpenHashMap<Gathering> gatherings = new Long2ObjectOpenHashMap<>();

  private final List<Gathering> spare = new ArrayList<>();

  Meetings(int size, int lanes) {
    this.size = size;
    this.lanes = lanes;
  }

  int size() {
    return size;
  }

  /** How far a rank that has come to so many is ahead of the first that others have not come to. */
  long ahead(long number) {
    return number - first;
  }

  /** Sees the collectives that are open: what they are, and how many ranks have come. */
  void visit(StateWalk.Visitor visitor) {
    visitor.number(signatures.size());
    for (int i = 0; i < signatures.size(); i++) {
      visitor.number(signatures.getInt(i));
      visitor.number(came.getInt(i));
    }
  }

  /** How many collectives are open. */
  int open() {
    return signatures.size();
  }

  /** One of these, from 0, if some wait for its network; else null. */
  Gathering gatheringOf(int open) {
    return gatherings.get(first + open);
  }

  /** The collective of a number, on a network of its own. */
  Gathering gathering(long number) {
    Gathering gathering = gatherings.get(number);
    if (gathering == null) {
      gathering = spare.isEmpty() ? new Gathering(lanes) : spare.removeLast();
      gatherings.put(number, gathering);
    }
    return gathering;
  }

  /** It is over. */
  void end(long number) {
    Gathering gathering = gatherings.remove(number);
    gathering.waiting.clear();
    spare.add(gathering);
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
