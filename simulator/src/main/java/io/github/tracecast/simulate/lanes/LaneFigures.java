package io.github.tracecast.simulate.lanes;

import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Lays times of machines into rows of lanes. Either each lane is a machine, or lane 0 is one
 * machine. In the second case, further lanes repeat its times split by kind, for example by {@link
 * Share}.
 */
public interface LaneFigures {
  /** Number of lanes. */
  int lanes();

  /**
   * Whether all lanes follow the first. At the maximum of two times, they take the same side as the
   * first lane.
   */
  boolean follow();

  /** Whether times of machines give the same row for any event and any ranks. */
  default boolean uniform() {
    return false;
  }

  /**
   * Number of origin lanes at the end, one for each loop depth. They hold no times, but move like
   * the other lanes; see fast-forward.
   */
  default int origins() {
    return 0;
  }

  /**
   * Adds a time to a row.
   *
   * @param at where the row begins
   * @param event the event of the time
   * @param rank the rank of the time
   * @param picos the time on each machine, ps
   */
  void add(long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos);

  /**
   * Adds lanes for {@link #origins} to other lanes.
   *
   * @param origins number of these lanes
   */
  record WithOrigins(LaneFigures others, int origins) implements LaneFigures {
    @Override
    public int lanes() {
      return others.lanes() + origins;
    }

    @Override
    public boolean follow() {
      return others.follow();
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      others.add(rows, at, share, event, rank, picos);
    }
  }

  /** No machine: a row of one time, which is always 0. */
  record Timeless() implements LaneFigures {
    @Override
    public boolean uniform() {
      return true;
    }

    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public boolean follow() {
      return false;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {}
  }

  /** One machine per lane, each with its own slowdown. */
  record OfMachines(List<Slowdown> slowdowns) implements LaneFigures {
    @Override
    public boolean uniform() {
      return true;
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

  /** One machine: its time, then the time of each share. */
  record OfShares() implements LaneFigures {
    static final int SHARES = Share.values().length;

    @Override
    public int lanes() {
      return 1 + SHARES;
    }

    @Override
    public boolean follow() {
      return true;
    }

    public static int laneOf(Share share) {
      return 1 + share.ordinal();
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      long time = picos.applyAsLong(0);
      rows[at] += time;
      rows[at + laneOf(share)] += time;
    }
  }

  /**
   * One machine: its time, then the time of each share, of each event, and of each group of ranks.
   *
   * @param events number of events in the trace
   * @param groups number of groups of consecutive ranks
   * @param ranksOfGroup number of ranks in each group but the last
   */
  record OfPath(int events, int groups, int ranksOfGroup) implements LaneFigures {
    private static final OfShares SHARES = new OfShares();

    @Override
    public int lanes() {
      return SHARES.lanes() + events + groups;
    }

    @Override
    public boolean follow() {
      return true;
    }

    public int laneOfEvent(int event) {
      return SHARES.lanes() + event;
    }

    public int laneOfGroup(int group) {
      return SHARES.lanes() + events + group;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      long time = picos.applyAsLong(0);
      SHARES.add(rows, at, share, event, rank, picos);
      rows[at + laneOfEvent(event)] += time;
      rows[at + laneOfGroup(rank / ranksOfGroup)] += time;
    }
  }
}
