package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of the calls that matter, by rank and in order, each with its moment. A moment is a
 * place in a time step: the n-th call of a step at a call site. So calls at the same place of two
 * steps, or of two ranks, correspond, even if they are different events of the trace. One thread.
 */
final class LabelledTimes {
  /** The calls with the least computation, with this part of a rank's together, keep their times as they are. */
  static final double SMALL = 0.005;

  /** A call outside all steps, or a moment that does not exist. */
  static final int NONE = -1;

  /** The calls of a rank at an event. */
  static final class Calls {
    /** By call: its moment, or {@link #NONE}. */
    int[] moments = new int[4];

    /** The times of the first calls, or of all. */
    float[] values = new float[4];

    /** The average time of the group of ranks, over all its calls. */
    private final double usual;

    private double sumOfKnown;
    private int count;
    private int known;

    private Calls(double usual) {
      this.usual = usual;
    }

    /** The computation of all of them, as exactly as it is known. */
    double sum() {
      return known == count ? sumOfKnown : usual;
    }

    int count() {
      return count;
    }

    /** Calls whose times are known. */
    int known() {
      return known;
    }

    double average() {
      return sum() / count;
    }

    private void add(int moment) {
      if (count == moments.length) {
        moments = Arrays.copyOf(moments, 2 * count);
      }
      moments[count++] = moment;
    }

    private void know(float value) {
      if (known == values.length) {
        values = Arrays.copyOf(values, 2 * known);
      }
      values[known++] = value;
      sumOfKnown += value;
    }
  }

  /** Gives the time of a call of a rank. */
  interface TimeOf {
    double of(int rank, int event, int call);
  }

  private final RunSteps steps;

  /** By rank and event; null if the call does not matter or the rank does not make it. */
  private final @Nullable Calls[][] calls;

  /** Moments by step and place. */
  private final Long2IntOpenHashMap moments = new Long2IntOpenHashMap();

  /** Places by call site and number in the step. */
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();

  private final IntArrayList stepOf = new IntArrayList();
  private final IntArrayList placeOf = new IntArrayList();
  private final IntArrayList siteOf = new IntArrayList();
  private final int sites;

  private final StepKinds kinds;

  /** All calls in earlier steps have known times. */
  private int knownSteps;

  /**
   * Labels the times of a run.
   *
   * @param spent by rank and event: the computation
   * @param material by event: whether its times matter
   */
  LabelledTimes(
      Trace trace, RunSteps steps, SingleTimes[] times, double[][] spent, boolean[] material) {
    this.steps = steps;
    this.sites = trace.callSites().size();
    this.calls = new Calls[times.length][material.length];
    this.knownSteps = steps.count();
    this.kinds = new StepKinds(steps.count());
    moments.defaultReturnValue(NONE);
    for (int rank = 0; rank < times.length; rank++) {
      for (int event = 0; event < material.length; event++) {
        if (material[event] && trace.events().get(event).ranks().contains(rank)) {
          calls[rank][event] = new Calls(spent[rank][event]);
        }
      }
      steps.walk(rank, new Labelling(trace, rank, times[rank]));
    }
  }

  /** Labels the calls of a rank. */
  private final class Labelling implements RunSteps.Visitor {
    private final Trace trace;
    private final int rank;
    private final @Nullable Calls[] ofRank;
    private final SingleTimes times;

    /** By call site: its calls in the current step. */
    private final int[] inStep;

    /** By call site: the step of these calls. */
    private final int[] stepOfSite;

    private int made;
    private int siteBefore;

    Labelling(Trace trace, int rank, SingleTimes times) {
      this.trace = trace;
      this.rank = rank;
      this.ofRank = calls[rank];
      this.times = times;
      this.inStep = new int[trace.callSites().size()];
      this.stepOfSite = new int[inStep.length];
      Arrays.fill(stepOfSite, RunSteps.OUTSIDE);
    }

    @Override
    public void call(int event, int execution, int step) {
      int number = made++;
      int before = siteBefore;
      siteBefore = trace.events().get(event).callSite();
      Calls ofEvent = ofRank[event];
      if (ofEvent == null) {
        return;
      }
      int moment = step == RunSteps.OUTSIDE ? NONE : moment(event, step);
      ofEvent.add(moment);
      if (moment != NONE) {
        kinds.add(step, rank, placeOf.getInt(moment), before);
      }
      if (number < times.count()) {
        ofEvent.know(times.value(number));
      } else if (step != RunSteps.OUTSIDE) {
        knownSteps = Math.min(knownSteps, step);
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

  /** Returns the calls of a rank at an event; null if they do not matter. */
  @Nullable Calls calls(int rank, int event) {
    return calls[rank][event];
  }

  int steps() {
    return steps.count();
  }

  int moments() {
    return stepOf.size();
  }

  /** The step of a moment. */
  int step(int moment) {
    return stepOf.getInt(moment);
  }

  /** The place of a moment, below {@link #places}. */
  int place(int moment) {
    return placeOf.getInt(moment);
  }

  /** The call site of a moment. */
  int site(int moment) {
    return siteOf.getInt(moment);
  }

  int sites() {
    return sites;
  }

  /** Places in steps. */
  int places() {
    return places.size();
  }

  /** The moment at the same place of another step; {@link #NONE} if no rank has a call there. */
  int sameIn(int step, int moment) {
    return moments.get(at(step, placeOf.getInt(moment)));
  }

  /** The computation of all these calls. */
  double spent() {
    double sum = 0;
    for (Calls[] ofRank : calls) {
      for (Calls ofEvent : ofRank) {
        sum += ofEvent == null ? 0 : ofEvent.sum();
      }
    }
    return sum;
  }

  /** The number of steps whose times are all known, from the first one on. */
  int knownSteps() {
    return knownSteps;
  }

  /** Returns the steps by kinds. */
  List<int[]> kinds() {
    return kinds.kinds(steps::loop);
  }

  /** The recorded times; the average for calls whose time is not known. */
  double recorded(int rank, int event, int call) {
    Calls ofEvent = calls[rank][event];
    if (ofEvent == null) {
      return 0;
    }
    return call < ofEvent.known ? ofEvent.values[call] : ofEvent.average();
  }

  /** The average of a rank's group at an event, which the trace has without iterations. */
  double average(int rank, int event, int call) {
    Calls ofEvent = calls[rank][event];
    return ofEvent == null ? 0 : ofEvent.usual / ofEvent.count;
  }

  /** By moment of a known step: the slowest rank's time. */
  double[] slowest(TimeOf times) {
    double[] slowest = new double[moments()];
    forEachKnown((rank, event, call, moment) ->
        slowest[moment] = Math.max(slowest[moment], times.of(rank, event, call)));
    return slowest;
  }

  /** By known step: the sum over places of the slowest rank's time. */
  double[] slowestCalls(TimeOf times) {
    double[] slowest = slowest(times);
    double[] sums = new double[steps.count()];
    for (int moment = 0; moment < slowest.length; moment++) {
      sums[step(moment)] += slowest[moment];
    }
    return sums;
  }

  /** By rank and known step: its time. */
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
