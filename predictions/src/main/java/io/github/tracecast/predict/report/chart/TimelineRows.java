package io.github.tracecast.predict.report.chart;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * A timeline in a fixed number of time slots per rank. Each slot has the state with the largest
 * part of it. Memory: some 24 KB per row.
 */
public final class TimelineRows {
  /** Slots of a row. */
  public static final int SLOTS = 1000;

  /** Most rows. */
  public static final int ROWS = 128;

  /** Names of the states, in the order of their numbers. */
  public static final List<String> STATES = List.of("computation", "work in calls", "waiting");

  /** The state of a slot before the rank begins or after it ends. */
  public static final int NOTHING = -1;

  private static final int COMPUTATION = 0;
  private static final int WORK = 1;
  private static final int WAITING = 2;

  private final List<Integer> ranks = new ArrayList<>();
  private final int all;
  private final long from;
  private final double picosOfSlot;
  private final double[][][] picos;

  /** Creates rows of the lowest ranks of a timeline with at least one state. */
  public TimelineRows(Timeline timeline) {
    BitSet held = new BitSet();
    long begin = Long.MAX_VALUE;
    long end = 0;
    for (int state = 0; state < timeline.states(); state++) {
      held.set(timeline.rank(state));
      begin = Math.min(begin, timeline.begin(state));
      end = Math.max(end, timeline.end(state));
    }
    all = held.cardinality();
    held.stream().limit(ROWS).forEach(ranks::add);
    from = begin;
    picosOfSlot = Math.max(1, end - begin) / (double) SLOTS;
    picos = new double[ranks.size()][STATES.size()][SLOTS];
    for (int state = 0; state < timeline.states(); state++) {
      int row = row(timeline.rank(state));
      if (row >= 0) {
        add(timeline.kind(state), picos[row], timeline.begin(state), timeline.end(state));
      }
    }
  }

  private void add(int kind, double[][] row, long begin, long end) {
    switch (kind) {
      case Timeline.COMPUTATION -> add(row[COMPUTATION], begin, end, 1);
      case Timeline.WAITING -> { // a part of the call before it
        add(row[WAITING], begin, end, 1);
        add(row[WORK], begin, end, -1);
      }
      default -> add(row[WORK], begin, end, 1);
    }
  }

  private void add(double[] slots, long begin, long end, int sign) {
    int last = slot(end);
    for (int slot = slot(begin); slot <= last; slot++) {
      double first = Math.max(begin - from, slot * picosOfSlot);
      double stop = Math.min(end - from, (slot + 1) * picosOfSlot);
      slots[slot] += sign * Math.max(0, stop - first);
    }
  }

  private int slot(long time) {
    return (int) Math.min(SLOTS - 1, (time - from) / picosOfSlot);
  }

  /** The ranks of the rows, ascending. */
  public List<Integer> ranks() {
    return ranks;
  }

  /** Returns the number of ranks in the timeline. */
  public int all() {
    return all;
  }

  /** The row of a rank; negative for none. */
  public int row(int rank) {
    return Collections.binarySearch(ranks, rank);
  }

  /** Returns the start of the first slot in seconds. */
  public double from() {
    return Picos.seconds(from);
  }

  /** Returns the end of the last slot in seconds. */
  public double to() {
    return Picos.seconds(from + SLOTS * picosOfSlot);
  }

  /** The state of each slot of a row. */
  public int[] states(int row) {
    int[] states = new int[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      states[slot] = NOTHING;
      double most = 0;
      for (int state = 0; state < STATES.size(); state++) {
        if (picos[row][state][slot] > most) {
          most = picos[row][state][slot];
          states[slot] = state;
        }
      }
    }
    return states;
  }

  /** Returns the share of all rows' time in a state, from 0 to 1. */
  public double share(int state) {
    double mine = 0;
    double sum = 0;
    for (double[][] row : picos) {
      for (int other = 0; other < row.length; other++) {
        for (double time : row[other]) {
          sum += time;
          mine += other == state ? time : 0;
        }
      }
    }
    return sum == 0 ? 0 : mine / sum;
  }
}
