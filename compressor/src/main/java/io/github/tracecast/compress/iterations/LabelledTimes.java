package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times of the calls with much computation, by rank and in order. Each call has a moment, which
 * is a time step and a place in this step. A place is a call site and a number n, for the n-th call
 * at this site in the step. So calls at the same place of two steps, or on two ranks, correspond,
 * even if they are different events of the trace. Not thread-safe.
 */
final class LabelledTimes {
  /**
   * The calls with the least computation keep their times unchanged. Together they have less than
   * this fraction of a rank's computation.
   */
  static final double SMALL = 0.005;

  /** Marks a call outside all steps, or a moment that does not exist. */
  static final int NONE = -1;

  /** The calls of a program at an event. */
  private static final class Labels {
    /** The moment of each call, or {@link #NONE}. */
    final IntArrayList moments = new IntArrayList();

    /** The number of each call among all calls of the program. */
    final IntArrayList numbers = new IntArrayList();
  }

  /** The calls of a rank at an event. */
  static final class Calls {
    /** The moment of each call, or {@link #NONE}. Ranks with the same program share this array. */
    final int[] moments;

    /** The times of all calls; only those of the first calls if later times are not known. */
    final float[] values;

    /**
     * The total time of the calls, averaged over the group of ranks that have common times in the
     * trace.
     */
    private final double averageOfGroup;

    private final double sumOfKnown;
    private final int count;

    private Calls(Labels labels, SingleTimes times, double usual) {
      averageOfGroup = usual;
      moments = labels.moments.elements();
      count = labels.moments.size();
      int known = 0;
      while (known < count && labels.numbers.getInt(known) < times.count()) {
        known++;
      }
      values = new float[known];
      double sum = 0;
      for (int call = 0; call < known; call++) {
        values[call] = times.value(labels.numbers.getInt(call));
        sum += values[call];
      }
      sumOfKnown = sum;
    }

    /**
     * Returns the total computation of the calls. If some times are not known, returns the average
     * total over the group of ranks.
     */
    double sum() {
      return values.length == count ? sumOfKnown : averageOfGroup;
    }

    int count() {
      return count;
    }

    /** Returns the number of calls whose times are known. */
    int knownTimes() {
      return values.length;
    }

    double average() {
      return sum() / count;
    }
  }

  /** A function that returns the time of a rank's call. */
  interface TimeOf {
    double of(int rank, int event, int call);
  }

  private final RunSteps steps;

  /** The calls by rank and event; null if there are none, or if they have little computation. */
  private final @Nullable Calls[][] calls;

  /** Maps a step and a place in it to the number of the moment. */
  private final Long2IntOpenHashMap moments = new Long2IntOpenHashMap();

  /** Maps a call site, and the number of a call at this site within a step, to the number of the place. */
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();

  private final IntArrayList stepOf = new IntArrayList();
  private final IntArrayList placeOf = new IntArrayList();
  private final IntArrayList siteOf = new IntArrayList();
  private final int sites;

  private final StepKinds kinds;

  /** The number of the first step in which the time of some call is not known. */
  private int knownSteps;

  /**
   * Labels the times of a run with the moments of their calls.
   *
   * @param spent the computation by rank and event
   * @param material for each event, whether it has enough computation for times of single calls
   */
  LabelledTimes(
      Trace trace,
      ProgramWalk[] walks,
      RunSteps steps,
      SingleTimes[] times,
      double[][] spent,
      boolean[] material) {
    this.steps = steps;
    this.sites = trace.callSites().size();
    this.calls = new Calls[times.length][material.length];
    this.knownSteps = steps.count();
    this.kinds = new StepKinds(steps.count());
    moments.defaultReturnValue(NONE);
    Map<ProgramWalk, @Nullable Labels[]> labels = new HashMap<>();
    for (int rank = 0; rank < times.length; rank++) {
      int first = rank;
      @Nullable Labels[] ofProgram = labels.computeIfAbsent(walks[rank], program -> {
        Labelling labelling = new Labelling(trace, first, material);
        steps.walk(program, labelling);
        return labelling.labels;
      });
      for (int event = 0; event < material.length; event++) {
        Labels ofEvent = ofProgram[event];
        if (ofEvent != null) {
          Calls one = new Calls(ofEvent, times[rank], spent[rank][event]);
          knownSteps = Math.min(knownSteps, firstUnknownStep(one));
          calls[rank][event] = one;
        }
      }
    }
  }

  private int firstUnknownStep(Calls ofEvent) {
    for (int call = ofEvent.knownTimes(); call < ofEvent.count; call++) {
      if (ofEvent.moments[call] != NONE) {
        return step(ofEvent.moments[call]);
      }
    }
    return steps.count();
  }

  /** Assigns moments to the calls of a program. */
  private final class Labelling implements RunSteps.Visitor {
    private final Trace trace;
    private final int rank;

    /** The calls by event; null if they have little computation. */
    private final @Nullable Labels[] labels;

    /** The number of calls in the current step, by call site. */
    private final int[] inStep;

    /** For each call site, the step to which its number in {@link #inStep} belongs. */
    private final int[] stepOfSite;

    private int callCount;
    private int siteBefore;

    /** @param rank the first rank with the program */
    Labelling(Trace trace, int rank, boolean[] material) {
      this.trace = trace;
      this.rank = rank;
      this.labels = new Labels[material.length];
      for (int event = 0; event < material.length; event++) {
        if (material[event] && trace.events().get(event).ranks().contains(rank)) {
          labels[event] = new Labels();
        }
      }
      this.inStep = new int[trace.callSites().size()];
      this.stepOfSite = new int[inStep.length];
      Arrays.fill(stepOfSite, RunSteps.OUTSIDE);
    }

    @Override
    public void call(int event, int step) {
      int number = callCount++;
      int before = siteBefore;
      siteBefore = trace.events().get(event).callSite();
      Labels ofEvent = labels[event];
      if (ofEvent == null) {
        return;
      }
      int moment = step == RunSteps.OUTSIDE ? NONE : moment(event, step);
      ofEvent.moments.add(moment);
      ofEvent.numbers.add(number);
      if (moment != NONE) {
        kinds.add(step, rank, placeOf.getInt(moment), before);
      }
    }

    private int moment(int event, int step) {
      int site = trace.events().get(event).callSite();
      if (stepOfSite[site] != step) {
        stepOfSite[site] = step;
        inStep[site] = 0;
      }
      int place = places.computeIfAbsent(at(site, inStep[site]++), key -> places.size());
      int moment = moments.get(at(step, place));
      if (moment == NONE) {
        moment = stepOf.size();
        moments.put(at(step, place), moment);
        stepOf.add(step);
        placeOf.add(place);
        siteOf.add(site);
      }
      return moment;
    }
  }

  private static long at(int one, int two) {
    return (long) one << Integer.SIZE | two;
  }

  int ranks() {
    return calls.length;
  }

  int events() {
    return calls[0].length;
  }

  /** Returns the calls of a rank at an event; null if the event has little computation. */
  @Nullable Calls calls(int rank, int event) {
    return calls[rank][event];
  }

  int steps() {
    return steps.count();
  }

  int moments() {
    return stepOf.size();
  }

  /** Returns the step of a moment. */
  int step(int moment) {
    return stepOf.getInt(moment);
  }

  /** Returns the place of a moment in its step, from 0 to {@link #places} - 1. */
  int place(int moment) {
    return placeOf.getInt(moment);
  }

  /** Returns the call site of a moment. */
  int site(int moment) {
    return siteOf.getInt(moment);
  }

  int sites() {
    return sites;
  }

  /** Returns the number of different places in steps. */
  int places() {
    return places.size();
  }

  /**
   * Returns the moment at the same place of another step; {@link #NONE} if no rank has a call
   * there.
   */
  int momentIn(int step, int moment) {
    return moments.get(at(step, placeOf.getInt(moment)));
  }

  /** Returns the total computation of all calls. */
  double spent() {
    double sum = 0;
    for (Calls[] ofRank : calls) {
      for (Calls ofEvent : ofRank) {
        sum += ofEvent == null ? 0 : ofEvent.sum();
      }
    }
    return sum;
  }

  /** Returns the number of steps before the first step in which a time is not known. */
  int knownSteps() {
    return knownSteps;
  }

  /** Returns the steps of each kind. */
  List<int[]> kinds() {
    return kinds.kinds(steps::loop);
  }

  /**
   * Returns the recorded time of a call, or the average time of the calls at the event if the
   * call's time is not known.
   */
  double recorded(int rank, int event, int call) {
    Calls ofEvent = calls[rank][event];
    if (ofEvent == null) {
      return 0;
    }
    return call < ofEvent.knownTimes() ? ofEvent.values[call] : ofEvent.average();
  }

  /**
   * Returns the average time of the calls at an event over a group of ranks, as in a trace without
   * times of iterations.
   */
  double average(int rank, int event, int call) {
    Calls ofEvent = calls[rank][event];
    return ofEvent == null ? 0 : ofEvent.averageOfGroup / ofEvent.count;
  }

  /** Returns the time of the slowest rank at each moment of a known step. */
  double[] slowest(TimeOf times) {
    double[] slowest = new double[moments()];
    forEachKnown((rank, event, call, moment) ->
        slowest[moment] = Math.max(slowest[moment], times.of(rank, event, call)));
    return slowest;
  }

  /** Returns for each known step the slowest rank's time in each call, summed over calls. */
  double[] slowestCalls(TimeOf times) {
    double[] slowest = slowest(times);
    double[] sums = new double[steps.count()];
    for (int moment = 0; moment < slowest.length; moment++) {
      sums[step(moment)] += slowest[moment];
    }
    return sums;
  }

  /** Returns the total time of each rank in each known step. */
  double[][] byStep(TimeOf times) {
    double[][] sums = new double[calls.length][steps.count()];
    forEachKnown(
        (rank, event, call, moment) -> sums[rank][step(moment)] += times.of(rank, event, call));
    return sums;
  }

  private interface KnownCall {
    void at(int rank, int event, int call, int moment);
  }

  private void forEachKnown(KnownCall visitor) {
    for (int rank = 0; rank < calls.length; rank++) {
      for (int event = 0; event < calls[rank].length; event++) {
        Calls ofEvent = calls[rank][event];
        for (int call = 0; ofEvent != null && call < ofEvent.count; call++) {
          int moment = ofEvent.moments[call];
          if (moment != NONE && step(moment) < knownSteps) {
            visitor.at(rank, event, call, moment);
          }
        }
      }
    }
  }
}
