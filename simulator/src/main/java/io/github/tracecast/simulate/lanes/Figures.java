package io.github.tracecast.simulate.lanes;

import java.util.Collections;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Lays the figures of machines into rows of lanes: either a machine a lane, or one machine in lane 0 whose
 * times are laid once more into the lanes of what they are a {@link Share} of.
 */
interface Figures {
  /** How many lanes there are. */
  int lanes();

  /** Whether all lanes but the first follow it: where two times meet, they take those of the side that the first takes. */
  boolean follow();

  /**
   * Adds a time to a row.
   *
   * @param at where the row begins
   * @param event the event that it belongs to
   * @param rank the rank that it belongs to
   * @param picos the time on each machine, ps
   */
  void add(long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos);

  /** A machine a lane, each slowed down in its own way. */
  record OfMachines(List<Slowdown> slowdowns) implements Figures {
    /** As they are. */
    static OfMachines asTheyAre(int lanes) {
      return new OfMachines(Collections.nCopies(lanes, Slowdown.NONE));
    }

    @Override
    public int lanes() {
      return slowdowns.size();
    }

    @Override
    public boolean follow() {
      return false;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      for (int k = 0; k < slowdowns.size(); k++) {
        rows[at + k] += slowdowns.get(k).of(share, picos.applyAsLong(k));
      }
    }
  }

  /**
   * One machine: its time, then the time of each share, of each event, and of each group of ranks.
   *
   * @param events of the trace
   * @param groups groups of consecutive ranks
   * @param ranksOfGroup ranks of each group but the last
   */
  record OfPath(int events, int groups, int ranksOfGroup) implements Figures {
    static final int SHARES = Share.values().length;

    @Override
    public int lanes() {
      return 1 + SHARES + events + groups;
    }

    @Override
    public boolean follow() {
      return true;
    }

    int laneOf(Share share) {
      return 1 + share.ordinal();
    }

    int laneOfEvent(int event) {
      return 1 + SHARES + event;
    }

    int laneOfGroup(int group) {
      return 1 + SHARES + events + group;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      long time = picos.applyAsLong(0);
      rows[at] += time;
      rows[at + laneOf(share)] += time;
      rows[at + laneOfEvent(event)] += time;
      rows[at + laneOfGroup(rank / ranksOfGroup)] += time;
    }
  }
}
