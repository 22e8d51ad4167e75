package io.github.tracecast.predict.report.chart;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A timeline in a fixed number of time slots per rank. Each slot shows the state that takes the
 * largest part of its time: computation, or work or waiting in one of the calls. The calls with the
 * most time have their own states. Memory: some 200 KB per row.
 */
public final class TimelineRows {
  /** The number of time slots in a row. */
  public static final int SLOTS = 2000;

  public static final int ROWS = 128;

  /** The state of a slot before the rank begins or after it ends. */
  public static final int NOTHING = -1;

  /** The most calls that have their own states. */
  private static final int CALLS = 5;

  private static final int COMPUTATION = 0;

  /** The number of iterations that a timeline shows at first. */
  private static final int SHOWN = 3;

  private final List<Integer> ranks = new ArrayList<>();
  private final List<String> calls;
  private final int all;
  private final long from;
  private final long to;
  private final double picosOfSlot;
  private final double[][][] picos;

  /**
   * Creates rows for the lowest ranks that have a state in the timeline.
   *
   * @param callOf the MPI call of an event of the trace
   */
  public TimelineRows(Timeline timeline, IntFunction<String> callOf) {
    BitSet ranksWithStates = new BitSet();
    long begin = Long.MAX_VALUE;
    long end = 0;
    Map<String, Long> times = new TreeMap<>();
    for (int state = 0; state < timeline.states(); state++) {
      ranksWithStates.set(timeline.rank(state));
      begin = Math.min(begin, timeline.begin(state));
      end = Math.max(end, timeline.end(state));
      if (timeline.kind(state) >= 0) {
        times.merge(
            callOf.apply(timeline.kind(state)),
            timeline.end(state) - timeline.begin(state),
            Long::sum);
      }
    }
    calls = named(times);
    all = ranksWithStates.cardinality();
    ranksWithStates.stream().limit(ROWS).forEach(ranks::add);
    from = begin;
    to = Math.max(begin + 1, end);
    picosOfSlot = (to - from) / (double) SLOTS;
    picos = new double[ranks.size()][1 + 2 * calls.size()][SLOTS];
    fill(timeline, callOf);
  }

  private TimelineRows(TimelineRows whole, long from, long to) {
    this.ranks.addAll(whole.ranks);
    this.calls = whole.calls;
    this.all = whole.all;
    this.from = from;
    this.to = to;
    this.picosOfSlot = (to - from) / (double) SLOTS;
    this.picos = new double[ranks.size()][1 + 2 * calls.size()][SLOTS];
  }

  /**
   * Returns the same rows for three iterations in the middle of the run, divided into the same
   * number of slots; empty if the first rank does not iterate. An iteration lasts from one
   * execution of an event to its next execution, for the rarest event that is repeated over at
   * least half of the time.
   */
  public Optional<TimelineRows> iterations(Timeline timeline, IntFunction<String> callOf) {
    Map<Integer, Executions> byEvent = new TreeMap<>();
    forEachOfFirstRank(
        timeline,
        (event, begin) -> byEvent.merge(event, new Executions(1, begin, begin), Executions::and));
    Optional<Map.Entry<Integer, Executions>> rarest = byEvent.entrySet().stream()
        .filter(entry -> entry.getValue().count() > SHOWN
            && entry.getValue().last() - entry.getValue().first() >= (to - from) / 2)
        .min(Comparator.comparingLong(entry -> entry.getValue().count()));
    return rarest.map(entry -> {
      long middle = (entry.getValue().count() - SHOWN - 1) / 2;
      long[] next = {0, 0, 0};
      forEachOfFirstRank(timeline, (event, begin) -> {
        if (event == entry.getKey()) {
          next[1] = next[0] == middle ? begin : next[1];
          next[2] = next[0] == middle + SHOWN ? begin : next[2];
          next[0]++;
        }
      });
      TimelineRows shown = new TimelineRows(this, next[1], Math.max(next[1] + 1, next[2]));
      shown.fill(timeline, callOf);
      return shown;
    });
  }

  private void forEachOfFirstRank(Timeline timeline, ExecutionVisitor visitor) {
    for (int state = 0; state < timeline.states(); state++) {
      if (timeline.kind(state) >= 0 && timeline.rank(state) == ranks.getFirst()) {
        visitor.visit(timeline.kind(state), timeline.begin(state));
      }
    }
  }

  /** Receives each execution of an event on a rank. */
  private interface ExecutionVisitor {
    void visit(int event, long begin);
  }

  /**
   * The number of executions of an event on a rank, and the start times of the first and of the
   * last execution.
   */
  private record Executions(long count, long first, long last) {
    Executions and(Executions later) {
      return new Executions(count + later.count, first, later.last);
    }
  }

  /** The names of the calls with the most time, and one name for all other calls. */
  private static List<String> named(Map<String, Long> times) {
    List<String> most = times.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(times.size() <= CALLS + 1 ? times.size() : CALLS)
        .map(Map.Entry::getKey)
        .toList();
    return most.size() == times.size()
        ? most
        : Stream.concat(most.stream(), Stream.of("other calls")).toList();
  }

  private void fill(Timeline timeline, IntFunction<String> callOf) {
    int[] lastCall = new int[ranks.size()];
    for (int state = 0; state < timeline.states(); state++) {
      int row = row(timeline.rank(state));
      if (row < 0) {
        continue;
      }
      double[][] slots = picos[row];
      long begin = timeline.begin(state);
      long end = timeline.end(state);
      switch (timeline.kind(state)) {
        case Timeline.COMPUTATION -> add(slots[COMPUTATION], begin, end, 1);
        case Timeline.WAITING -> { // waiting is part of the row's last call
          add(slots[waitingIn(lastCall[row])], begin, end, 1);
          add(slots[workIn(lastCall[row])], begin, end, -1);
        }
        default -> {
          int call = calls.indexOf(callOf.apply(timeline.kind(state)));
          lastCall[row] = call < 0 ? calls.size() - 1 : call;
          add(slots[workIn(lastCall[row])], begin, end, 1);
        }
      }
    }
  }

  private static int workIn(int call) {
    return 1 + 2 * call;
  }

  private static int waitingIn(int call) {
    return 2 + 2 * call;
  }

  private void add(double[] slots, long whole, long wholeEnd, int sign) {
    long begin = Math.max(whole, from);
    long end = Math.min(wholeEnd, to);
    if (begin > end) {
      return;
    }
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

  /** The row of a rank; negative if the rank has none. */
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

  /**
   * The calls that have their own states: call k, from 0, has state 2k + 1 for work and 2k + 2 for
   * waiting; state 0 is computation.
   */
  public List<String> calls() {
    return calls;
  }

  public int[] states(int row) {
    int[] states = new int[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      states[slot] = NOTHING;
      double most = 0;
      for (int state = 0; state < picos[row].length; state++) {
        if (picos[row][state][slot] > most) {
          most = picos[row][state][slot];
          states[slot] = state;
        }
      }
    }
    return states;
  }

  /** The share of all rows' time in computation, from 0 to 1. */
  public double computationShare() {
    return share(COMPUTATION);
  }

  /** The share of all rows' time that is work in calls, from 0 to 1. */
  public double workShare() {
    return share(workIn(0));
  }

  /** The share of all rows' time that is waiting in calls, from 0 to 1. */
  public double waitingShare() {
    return share(waitingIn(0));
  }

  /**
   * Returns the share of time in the states first, first + 2, first + 4 and so on, or in
   * computation alone for state 0.
   */
  private double share(int first) {
    double mine = 0;
    double sum = 0;
    for (double[][] row : picos) {
      for (int state = 0; state < row.length; state++) {
        double time = Arrays.stream(row[state]).sum();
        sum += time;
        boolean its =
            first == COMPUTATION ? state == first : state >= first && (state - first) % 2 == 0;
        mine += its ? time : 0;
      }
    }
    return sum == 0 ? 0 : mine / sum;
  }
}
