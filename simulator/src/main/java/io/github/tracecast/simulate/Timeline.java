package io.github.tracecast.simulate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;

/**
 * What chosen ranks did in a window of a run, and which messages they sent each other: packed columns, row
 * number = order of recording, which for each rank is that of its calls. A call comes before the waiting
 * inside it. States are cut at the window's ends; messages are there if both their ends are inside.
 *
 * <p>A replay fills it while it runs and only where it was asked to. Memory: 24 bytes a state, 40 a message, at most {@link
 * #MAX_ROWS} of both. One thread.
 */
public final class Timeline {
  /** A state that is no call: computation. */
  public static final int COMPUTATION = -1;

  /** The part of the call before it, of the same rank, that is waiting, for others or for data under way. */
  public static final int WAITING = -2;

  /** Most states and messages. */
  public static final int MAX_ROWS = 10_000_000;

  private final BitSet chosen;
  private final long fromPicos;
  private final long toPicos;
  private final IntArrayList rank = new IntArrayList();
  private final IntArrayList kind = new IntArrayList();
  private final LongArrayList begin = new LongArrayList();
  private final LongArrayList end = new LongArrayList();
  private final IntArrayList source = new IntArrayList();
  private final IntArrayList destination = new IntArrayList();
  private final LongArrayList bytes = new LongArrayList();
  private final LongArrayList sent = new LongArrayList();
  private final LongArrayList arrived = new LongArrayList();

  /**
   * @param ranks whom to record
   * @param fromPicos begin of the window, ps
   * @param toPicos end of the window, ps
   */
  public Timeline(BitSet ranks, long fromPicos, long toPicos) {
    this.chosen = (BitSet) ranks.clone();
    this.fromPicos = fromPicos;
    this.toPicos = toPicos;
  }

  /** Whether a rank is recorded. */
  public boolean holds(int worldRank) {
    return chosen.get(worldRank);
  }

  /** A call has ended: computation up to it, then the call, of which the work in the log was no waiting. Forgets the log. */
  void call(int worldRank, int event, long computePicos, long start, long stop, WorkLog work) {
    if (stop >= fromPicos && start - computePicos <= toPicos) {
      if (computePicos > 0) {
        state(worldRank, COMPUTATION, start - computePicos, start);
      }
      state(worldRank, event, start, stop);
      long idle = start;
      for (int i = 0; i < work.picos.size(); i += 2) {
        waiting(worldRank, idle, work.picos.getLong(i));
        idle = work.picos.getLong(i + 1);
      }
      waiting(worldRank, idle, stop);
    }
    work.picos.clear();
  }

  private void waiting(int worldRank, long start, long stop) {
    if (stop > start) {
      state(worldRank, WAITING, start, stop);
    }
  }

  private void state(int worldRank, int what, long start, long stop) {
    long first = Math.max(start, fromPicos);
    long last = Math.min(stop, toPicos);
    if (first > last || (first == last && start < stop)) {
      return;
    }
    requireRoom();
    rank.add(worldRank);
    kind.add(what);
    begin.add(first);
    end.add(last);
  }

  /** A message has arrived. */
  void message(int from, int to, long payload, long sentPicos, long arrivedPicos) {
    if (chosen.get(from) && chosen.get(to) && sentPicos >= fromPicos && arrivedPicos <= toPicos) {
      requireRoom();
      source.add(from);
      destination.add(to);
      bytes.add(payload);
      sent.add(sentPicos);
      arrived.add(arrivedPicos);
    }
  }

  private void requireRoom() {
    if (rank.size() + source.size() >= MAX_ROWS) {
      throw new ReplayException("timeline: found more than " + MAX_ROWS
          + " states and messages; expected fewer. Choose a shorter window or fewer ranks");
    }
  }

  /** How many states there are. */
  public int states() {
    return rank.size();
  }

  /** The rank of a state. */
  public int rank(int state) {
    return rank.getInt(state);
  }

  /** {@link #COMPUTATION}, {@link #WAITING}, or the event of the trace whose call it is. */
  public int kind(int state) {
    return kind.getInt(state);
  }

  /** When a state began, ps. */
  public long begin(int state) {
    return begin.getLong(state);
  }

  /** When a state ended, ps. */
  public long end(int state) {
    return end.getLong(state);
  }

  /** How many messages there are. */
  public int messages() {
    return source.size();
  }

  /** Who sent a message. */
  public int source(int message) {
    return source.getInt(message);
  }

  /** Whom it was sent to. */
  public int destination(int message) {
    return destination.getInt(message);
  }

  /** Its payload. */
  public long bytes(int message) {
    return bytes.getLong(message);
  }

  /** When its data left, ps. */
  public long sent(int message) {
    return sent.getLong(message);
  }

  /** When its data was there, ps. */
  public long arrived(int message) {
    return arrived.getLong(message);
  }
}
