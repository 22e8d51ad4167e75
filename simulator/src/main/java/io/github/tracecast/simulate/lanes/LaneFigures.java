package io.github.tracecast.simulate.lanes;

import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Lays times of machines into rows of lanes. Either each lane is a machine, or lane 0 is one
 * machine. In the second case, further lanes repeat its times split by kind, for example by {@link
 * Share}.
 */
public interface LaneFigures {
  int lanes();

  /**
   * Number of lanes that decide by their own times. The others follow the first: at the maximum of
   * two times, they take the side that it takes. If all lanes decide, any event and any ranks with
   * the same times have the same row.
   */
  default int deciding() {
    return lanes();
  }

  default boolean follow() {
    return deciding() < lanes();
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
   * @param event the event to which the time belongs
   * @param rank the rank of the time
   * @param picos the time on each machine, ps
   */
  void add(long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos);

  /** No machine: a row of one time, which is always 0. */
  record Timeless() implements LaneFigures {
    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {}
  }

  /** One machine per lane, each with its own slowdown. */
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
   * One machine: its time, then the time of each share, of each event, and of each group of ranks.
   *
   * @param events number of events in the trace; 0 for the shares alone
   * @param groups number of groups of consecutive ranks
   * @param ranksOfGroup number of ranks in each group but the last
   */
  record OfPath(int events, int groups, int ranksOfGroup, int origins) implements LaneFigures {
    private static final int FIRST_EVENT = 1 + Share.values().length;

    /** The times of shares alone. */
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
