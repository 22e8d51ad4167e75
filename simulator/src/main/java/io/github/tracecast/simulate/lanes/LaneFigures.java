package io.github.tracecast.simulate.lanes;

import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Defines what the lanes of a row of times mean. Either each lane is a machine, or lane 0 is the
 * only machine. In the second case, further lanes split its times by kind, for example by
 * {@link Share}.
 */
public interface LaneFigures {
  int lanes();

  /**
   * Number of deciding lanes, which choose the later of two times by their own times. The other
   * lanes follow lane 0: of two times, they take the time that is later on lane 0. If all lanes
   * decide, equal times share one row, whatever their event and ranks.
   */
  default int deciding() {
    return lanes();
  }

  default boolean follow() {
    return deciding() < lanes();
  }

  /**
   * Number of origin lanes, the last lanes of a row, one for each loop depth. An origin lane holds
   * no time, but the row from which the row's times come, for fast-forward.
   */
  default int origins() {
    return 0;
  }

  /**
   * Adds a time, which a rank takes for an event, to a row that begins at an index.
   *
   * @param picos the time on each machine, ps
   */
  void add(long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos);

  /** The layout of a replay without a machine: one lane, on which all times are 0. */
  record Timeless() implements LaneFigures {
    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {}
  }

  /** The layout in which each lane is a machine with its own slowdown. */
  record OfMachines(List<Slowdown> slowdowns) implements LaneFigures {
    @Override
    public int lanes() {
      return slowdowns.size();
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
   * The layout of a critical path on one machine: the time of the path, then the time of each
   * share, of each event, and of each group of ranks.
   *
   * @param events number of events in the trace; 0 for only the shares
   * @param ranksOfGroup number of ranks in each group except the last
   */
  record OfPath(int events, int groups, int ranksOfGroup, int origins) implements LaneFigures {
    private static final int FIRST_EVENT = 1 + Share.values().length;

    /** Returns the layout with the times of shares, but not of events and ranks. */
    public static OfPath ofShares(int origins) {
      return new OfPath(0, 0, 1, origins);
    }

    @Override
    public int lanes() {
      return FIRST_EVENT + events + groups + origins;
    }

    @Override
    public int deciding() {
      return 1;
    }

    public static int laneOf(Share share) {
      return 1 + share.ordinal();
    }

    public int laneOfEvent(int event) {
      return FIRST_EVENT + event;
    }

    public int laneOfGroup(int group) {
      return FIRST_EVENT + events + group;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      long time = picos.applyAsLong(0);
      rows[at] += time;
      rows[at + laneOf(share)] += time;
      if (events > 0) {
        rows[at + laneOfEvent(event)] += time;
        rows[at + laneOfGroup(rank / ranksOfGroup)] += time;
      }
    }
  }
}
