package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.system.ParallelParts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The times of the calls with much computation, by rank and in order. Each call has a moment, which
 * is a time step and a place in this step. A place is a call site and a number n, for the n-th call
 * at this site in the step. So calls at the same place of two steps, or on two ranks, correspond,
 * even if they are different events of the trace. Thread-safe.
 */
final class LabelledTimes {
  /**
   * The calls with the least computation keep their times unchanged. Together they have less than
   * this fraction of a rank's computation.
   */
  static final double SMALL = 0.005;

  /** Marks a call outside all steps, or a moment that does not exist. */
  static final int NONE = Moments.NONE;

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

  /** With fewer times than this, one thread is faster than several. */
  private static final int FEW = 1 << 16;

  private final RunSteps steps;

  /** The calls by rank and event; null if there are none, or if they have little computation. */
  private final @Nullable Calls[][] calls;

  private final Moments moments = new Moments();

  /** The numbers of places by call site, and by the number of a call at this site within a step. */
  private final List<IntArrayList> places;

  /** The call site of each place. */
  private final IntArrayList siteOf = new IntArrayList();

  private final int sites;

  private final StepKinds kinds;

  /** The number of the first step in which the time of some call is not known. */
  private final int knownSteps;

  private final int threads;

  /**
   * Labels the times of a run with the moments of their calls.
   *
   * @param spent the computation by rank and event
   * @param material for each event, whether it has enough computation for times of single calls
   * @param threads the most threads on which ranks are computed
   */
  LabelledTimes(
      Trace trace,
      ProgramWalk[] walks,
      RunSteps steps,
      SingleTimes[] times,
      double[][] spent,
      boolean[] material,
      int threads) {
    this.steps = steps;
    this.sites = trace.callSites().size();
    this.places = Stream.generate(IntArrayList::new).limit(sites).toList();
    this.calls = new Calls[times.length][material.length];
    this.kinds = new StepKinds(steps.count());
    Map<ProgramWalk, @Nullable Labels[]> labels = new HashMap<>();
    int count = 0;
    for (int rank = 0; rank < times.length; rank++) {
      int first = rank;
      labels.computeIfAbsent(walks[rank], program -> {
        Labelling labelling = new Labelling(trace, first, material);
        steps.walk(program, labelling);
        moments.endWalk();
        return labelling.labels;
      });
      count += times[rank].count();
    }
    this.threads = count < FEW ? 1 : Math.min(threads, times.length);
    int[] known = new int[times.length];
    inParallel(times.length, rank -> {
      @Nullable Labels[] ofProgram = Objects.requireNonNull(labels.get(walks[rank]));
      known[rank] = steps.count();
      for (int event = 0; event < material.length; event++) {
        Labels ofEvent = ofProgram[event];
        if (ofEvent != null) {
          Calls one = new Calls(ofEvent, times[rank], spent[rank][event]);
          known[rank] = Math.min(known[rank], firstUnknownStep(one));
          calls[rank][event] = one;
        }
      }
    });
    this.knownSteps = Arrays.stream(known).min().orElse(0);
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
        kinds.add(step, rank, moments.place(moment), before);
      }
    }

    private int moment(int event, int step) {
      int site = trace.events().get(event).callSite();
      if (stepOfSite[site] != step) {
        stepOfSite[site] = step;
        inStep[site] = 0;
      }
      IntArrayList ofSite = places.get(site);
      int number = inStep[site]++;
      if (number == ofSite.size()) {
        ofSite.add(moments.addPlace());
        siteOf.add(site);
      }
      return moments.at(step, ofSite.getInt(number));
    }
  }

  /** Runs parts 0 to {@code count - 1}, on several threads if there are many times. */
  void inParallel(int count, IntConsumer part) {
    try {
      ParallelParts.run(count, threads, done -> {}, (number, progress) -> part.accept(number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Computes something for each rank, on several threads if there are many times.
   *
   * @param ofThread is called once for each thread, and returns what the thread does for a rank
   * @return the results of {@code ofThread}
   */
  <T extends IntConsumer> List<T> ofRanks(Supplier<T> ofThread) {
    List<T> all = Stream.generate(ofThread).limit(threads).toList();
    inParallel(threads, thread -> {
      for (int rank = thread; rank < calls.length; rank += threads) {
        all.get(thread).accept(rank);
      }
    });
    return all;
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
    return moments.count();
  }

  /** Returns the step of a moment. */
  int step(int moment) {
    return moments.step(moment);
  }

  /** Returns the place of a moment in its step, from 0 to {@link #places} - 1. */
  int place(int moment) {
    return moments.place(moment);
  }

  /** Returns the call site of a moment. */
  int site(int moment) {
    return siteOf.getInt(moments.place(moment));
  }

  int sites() {
    return sites;
  }

  /** Returns the number of different places in steps. */
  int places() {
    return moments.places();
  }

  /**
   * Returns for each moment the moment at the same place of another step; {@link #NONE} if no rank
   * has a call there.
   *
   * @param others returns for each step the other step
   */
  int[] momentsIn(int[] others) {
    return moments.inSteps(others);
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
}
