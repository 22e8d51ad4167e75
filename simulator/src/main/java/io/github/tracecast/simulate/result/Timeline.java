package io.github.tracecast.simulate.result;

import io.github.tracecast.simulate.ReplayException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;

/**
 * The states of chosen ranks in a window of a run, and their messages to each other. The data is in
 * packed columns, in the order of recording. The rows of a rank are in the order of its calls, and
 * a call precedes the waiting inside it. States are cut at the ends of the window. A message is
 * recorded if it starts and arrives inside the window.
 *
 * <p>A replay fills the timeline while it runs, but only on request. Memory: 24 bytes per state and
 * 40 per message, at most {@link #MAX_ROWS} states and messages together. One thread.
 */
public final class Timeline {
  /** The kind of a state that is computation, not a call. */
  public static final int COMPUTATION = -1;

  /**
   * The kind of a state that is waiting, for other ranks or for data in transit. The waiting is
   * inside the previous call of the same rank.
   */
  public static final int WAITING = -2;

  /** The largest number of states and messages together. */
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

  public Timeline(BitSet ranks, long fromPicos, long toPicos) {
    this.chosen = (BitSet) ranks.clone();
    this.fromPicos = fromPicos;
    this.toPicos = toPicos;
  }

  public boolean holds(int worldRank) {
    return chosen.get(worldRank);
  }

  /**
   * Records a completed call: the computation before it, the call, and the waiting inside it.
   * Waiting is the time outside the work intervals in the log, which this method then clears.
   */
  public void call(
      int worldRank, int event, long computePicos, long start, long stop, WorkLog work) {
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

  public void message(int from, int to, long payload, long sentPicos, long arrivedPicos) {
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

  public int states() {
    return rank.size();
  }

  public int rank(int state) {
    return rank.getInt(state);
  }

  /** The kind of a state: {@link #COMPUTATION}, {@link #WAITING}, or the trace event of a call. */
  public int kind(int state) {
    return kind.getInt(state);
  }

  /** The start of a state, ps. */
  public long begin(int state) {
    return begin.getLong(state);
  }

  /** The end of a state, ps. */
  public long end(int state) {
    return end.getLong(state);
  }

  public int messages() {
    return source.size();
  }

  public int source(int message) {
    return source.getInt(message);
  }

  public int destination(int message) {
    return destination.getInt(message);
  }

  public long bytes(int message) {
    return bytes.getLong(message);
  }

  /** The departure of the data of a message, in ps. */
  public long sent(int message) {
    return sent.getLong(message);
  }

  /** The arrival of the data of a message, in ps. */
  public long arrived(int message) {
    return arrived.getLong(message);
  }
}
