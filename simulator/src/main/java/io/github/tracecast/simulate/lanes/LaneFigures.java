package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.List;
import java.util.SortedMap;
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
   * Adds the flight time of messages of a kind, or the time of one way of their handshake, to a
   * row. Each flight has one time that belongs to the share of bandwidth.
   */
  default void addFlight(
      long[] rows, int at, Share share, MessageKind kind, IntToLongFunction picos) {
    add(rows, at, share, kind.event(), kind.sender(), picos);
  }

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

    @Override
    public void addFlight(
        long[] rows, int at, Share share, MessageKind kind, IntToLongFunction picos) {
      others.addFlight(rows, at, share, kind, picos);
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
   * The time of one machine alone.
   *
   * @param kinds collects all kinds of messages, with the longest of the times of each kind, ps
   */
  record OfKinds(SortedMap<MessageKind, Long> kinds) implements LaneFigures {
    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public boolean follow() {
      return true;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      rows[at] += picos.applyAsLong(0);
    }

    @Override
    public void addFlight(
        long[] rows, int at, Share share, MessageKind kind, IntToLongFunction picos) {
      kinds.merge(kind, picos.applyAsLong(0), Math::max);
      rows[at] += picos.applyAsLong(0);
    }
  }

  /**
   * One machine: its time, then the flight time, the number of messages, or both, for each set of
   * messages.
   */
  final class OfMessages implements LaneFigures {
    private static final int NONE = -1;

    private final int sets;
    private final boolean timed;
    private final boolean counted;
    private final Object2IntOpenHashMap<MessageKind> setOf = new Object2IntOpenHashMap<>();

    /**
     * @param timed whether sets have flight times
     * @param counted whether sets have numbers of messages
     */
    public OfMessages(int sets, boolean timed, boolean counted) {
      this.sets = sets;
      this.timed = timed;
      this.counted = counted;
      setOf.defaultReturnValue(NONE);
    }

    public void put(List<MessageKind> kinds, int set) {
      kinds.forEach(kind -> setOf.put(kind, set));
    }

    @Override
    public int lanes() {
      return 1 + (timed ? sets : 0) + (counted ? sets : 0);
    }

    @Override
    public boolean follow() {
      return true;
    }

    public boolean timed() {
      return timed;
    }

    public boolean counted() {
      return counted;
    }

    public int laneOfTime(int set) {
      return 1 + set;
    }

    public int laneOfCount(int set) {
      return lanes() - sets + set;
    }

    @Override
    public void add(
        long[] rows, int at, Share share, int event, int rank, IntToLongFunction picos) {
      rows[at] += picos.applyAsLong(0);
    }

    @Override
    public void addFlight(
        long[] rows, int at, Share share, MessageKind kind, IntToLongFunction picos) {
      long time = picos.applyAsLong(0);
      rows[at] += time;
      int set = setOf.getInt(kind);
      if (set != NONE && timed) {
        rows[at + laneOfTime(set)] += time;
      }
      if (set != NONE && counted) {
        rows[at + laneOfCount(set)] += share == Share.BANDWIDTH ? 1 : 0;
      }
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
