package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times of the calls that matter, by rank and in order, each with its time step and its place
 * in the step. A place is the n-th call of a step at a call site. So calls at the same place of two
 * steps, or of two ranks, correspond, even if they are different events of the trace. One thread.
 */
final class LabelledTimes {
  /** Calls with a smaller part of the computation keep their times as they are. */
  static final double MATERIAL = 0.002;

  /** The most kinds of steps in a loop. With more, there is no kind that steps belong to. */
  private static final int KINDS = 4;

  /** The calls of a rank at an event. */
  record Calls(SingleTimes times, int[] steps, int[] places) {
    int count() {
      return steps.length;
    }

    /** Calls whose times are known. */
    int known() {
      return times.values().length;
    }

    /** The step and the place of a call, as one number. */
    long at(int call) {
      return at(steps[call], places[call]);
    }

    static long at(int step, int place) {
      return (long) step << Integer.SIZE | place;
    }
  }

  private final RunSteps steps;

  /** By rank and event; null if the call does not matter or the rank does not make it. */
  private final @Nullable Calls[][] calls;

  private final double spent;

  /**
   * @param material by event: whether its times are known and matter
   * @param times by rank and event; null if the rank does not make the call
   */
  private LabelledTimes(
      Trace trace, RunSteps steps, boolean[] material, @Nullable SingleTimes[][] times) {
    this.steps = steps;
    this.calls = new Calls[times.length][material.length];
    Long2IntOpenHashMap places = new Long2IntOpenHashMap();
    double sum = 0;
    for (int rank = 0; rank < times.length; rank++) {
      for (int event = 0; event < material.length; event++) {
        SingleTimes one = times[rank][event];
        if (material[event] && one != null) {
          int count = (int) one.count();
          calls[rank][event] = new Calls(one, new int[count], new int[count]);
          sum += one.sum();
        }
      }
      steps.walk(rank, new Labelling(trace, calls[rank], places));
    }
    spent = sum;
  }

  /** Labels the calls of a rank. */
  private static final class Labelling implements RunSteps.Visitor {
    private final Trace trace;
    private final @Nullable Calls[] calls;
    private final Long2IntOpenHashMap places;

    /** By call site: its calls in the current step. */
    private final Long2IntOpenHashMap inStep = new Long2IntOpenHashMap();

    private int current = RunSteps.OUTSIDE;

    Labelling(Trace trace, @Nullable Calls[] calls, Long2IntOpenHashMap places) {
      this.trace = trace;
      this.calls = calls;
      this.places = places;
    }

    @Override
    public void call(int event, int execution, int step) {
      Calls ofEvent = calls[event];
      if (ofEvent == null) {
        return;
      }
      if (step != current) {
        inStep.clear();
        current = step;
      }
      int site = trace.events().get(event).callSite();
      int earlier = inStep.addTo(site, 1);
      ofEvent.steps[execution] = step;
      ofEvent.places[execution] =
          places.computeIfAbsent(Calls.at(site, earlier), key -> places.size());
    }
  }

  /**
   * Labels the times of a run.
   *
   * @param byEvent the times of each event's ranks; none where they are not known
   * @param depth of the loops whose iterations are steps
   * @return null if too few times are known
   */
  static @Nullable LabelledTimes of(Trace trace, List<List<SingleTimes>> byEvent, int depth) {
    int ranks = trace.header().ranks();
    SingleTimes[][] times = new SingleTimes[ranks][byEvent.size()];
    double[][] spent = new double[ranks][byEvent.size()];
    double[] ofEvent = new double[byEvent.size()];
    double all = 0;
    for (int event = 0; event < ofEvent.length; event++) {
      for (SingleTimes one : byEvent.get(event)) {
        if (one.count() > MOST_CALLS) {
          return null;
        }
        times[one.rank()][event] = one;
        spent[one.rank()][event] = one.sum();
        ofEvent[event] += one.sum();
      }
      all += ofEvent[event];
    }
    if (!(all > 0)) {
      return null;
    }
    boolean[] material = new boolean[ofEvent.length];
    for (int event = 0; event < material.length; event++) {
      material[event] = ofEvent[event] > MATERIAL * all;
    }
    return new LabelledTimes(trace, RunSteps.of(trace, depth, spent), material, times);
  }

  /** The most calls of a rank at an event that are labelled. */
  private static final int MOST_CALLS = 1 << 22;

  int ranks() {
    return calls.length;
  }

  int events() {
    return calls[0].length;
  }

  /** Returns the calls of a rank at an event; null if they do not matter. */
  @Nullable Calls calls(int rank, int event) {
    return calls[rank][event];
  }

  int steps() {
    return steps.count();
  }

  /** The computation of all these calls. */
  double spent() {
    return spent;
  }

  /** The number of steps whose times are all known, from the first one on. */
  int knownSteps() {
    int known = steps.count();
    for (Calls[] ofRank : calls) {
      for (Calls ofEvent : ofRank) {
        if (ofEvent != null && ofEvent.known() < ofEvent.count()) {
          known = Math.min(known, Math.max(0, ofEvent.steps[ofEvent.known()]));
        }
      }
    }
    return known;
  }

  /**
   * Returns the steps by kinds. Steps of a kind belong to the same loop, and every rank makes the
   * same calls there. If a loop has too many kinds, they are one.
   */
  List<int[]> kinds() {
    long[] signatures = new long[steps.count()];
    for (int rank = 0; rank < calls.length; rank++) {
      for (Calls ofEvent : calls[rank]) {
        for (int call = 0; ofEvent != null && call < ofEvent.count(); call++) {
          if (ofEvent.steps[call] != RunSteps.OUTSIDE) {
            signatures[ofEvent.steps[call]] += mixed(Calls.at(rank, ofEvent.places[call]));
          }
        }
      }
    }
    record Kind(int loop, long signature) {}
    Map<Integer, Map<Long, Integer>> ofLoop = new HashMap<>();
    for (int step = 0; step < signatures.length; step++) {
      ofLoop.computeIfAbsent(steps.loop(step), loop -> new HashMap<>()).put(signatures[step], step);
    }
    Map<Kind, List<Integer>> kinds = new LinkedHashMap<>();
    for (int step = 0; step < signatures.length; step++) {
      int loop = steps.loop(step);
      boolean many = ofLoop.getOrDefault(loop, Map.of()).size() > KINDS;
      kinds
          .computeIfAbsent(new Kind(loop, many ? 0 : signatures[step]), kind -> new ArrayList<>())
          .add(step);
    }
    return kinds.values().stream()
        .map(kind -> kind.stream().mapToInt(Integer::intValue).toArray())
        .toList();
  }

  /** A number whose sums hardly ever agree by chance: the finaliser of SplitMix64. */
  private static long mixed(long number) {
    long mixed = number + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /** Gives the time of a call of a rank. */
  interface TimeOf {
    double of(int rank, int event, int call);
  }

  /** The recorded times; the average for calls whose time is not known. */
  double recorded(int rank, int event, int call) {
    Calls ofEvent = calls[rank][event];
    if (ofEvent == null) {
      return 0;
    }
    SingleTimes times = ofEvent.times;
    return call < ofEvent.known() ? times.values()[call] : times.sum() / times.count();
  }

  /** The average of a rank at an event. */
  double average(int rank, int event, int call) {
    Calls ofEvent = calls[rank][event];
    return ofEvent == null ? 0 : ofEvent.times.sum() / ofEvent.times.count();
  }

  /** By step: the sum over places of the slowest rank's time. */
  double[] slowestCalls(TimeOf times) {
    Long2DoubleOpenHashMap slowest = new Long2DoubleOpenHashMap();
    for (int rank = 0; rank < calls.length; rank++) {
      for (int event = 0; event < calls[rank].length; event++) {
        Calls ofEvent = calls[rank][event];
        for (int call = 0; ofEvent != null && call < ofEvent.count(); call++) {
          double time = times.of(rank, event, call);
          if (ofEvent.steps[call] != RunSteps.OUTSIDE && time > slowest.get(ofEvent.at(call))) {
            slowest.put(ofEvent.at(call), time);
          }
        }
      }
    }
    double[] sums = new double[steps.count()];
    // in the order of steps and places, because the order of a sum decides its last bits
    long[] order = slowest.keySet().toLongArray();
    Arrays.sort(order);
    for (long at : order) {
      sums[(int) (at >>> Integer.SIZE)] += slowest.get(at);
    }
    return sums;
  }

  /** By rank and step: its time. */
  double[][] byStep(TimeOf times) {
    double[][] sums = new double[calls.length][steps.count()];
    for (int rank = 0; rank < calls.length; rank++) {
      for (int event = 0; event < calls[rank].length; event++) {
        Calls ofEvent = calls[rank][event];
        for (int call = 0; ofEvent != null && call < ofEvent.count(); call++) {
          if (ofEvent.steps[call] != RunSteps.OUTSIDE) {
            sums[rank][ofEvent.steps[call]] += times.of(rank, event, call);
          }
        }
      }
    }
    return sums;
  }
}
