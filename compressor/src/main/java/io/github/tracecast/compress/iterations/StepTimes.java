package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Periods;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The times of a trace in which each step has the times of its representative. For each rank and
 * event, the times are a periodic vector. A rank's total for a call differs from the recorded total
 * by at most 0.04%, and the total of all ranks does not change. Not thread-safe.
 */
final class StepTimes {
  /** Values are rounded to a logarithmic scale with this step, which is 1/16 of a power of two. */
  private static final int ROUNDING = RoundedTimes.STEPS / 16;

  private static final double SMALLEST = 1e-6;

  private static final double LOG_2 = StrictMath.log(2);

  /** The places in steps, and the events, whose times are so small that an average is enough. */
  static final class Averages {
    private final boolean[] places;
    private final boolean[] events;

    /**
     * @param slowest the time of the slowest rank at each moment
     * @param part the fraction of a step's computation that may be in places with averages; these
     *     are the places with the least computation
     */
    Averages(LabelledTimes times, double[] slowest, double part) {
      places = places(times, slowest, part);
      events = events(times, slowest, part);
    }

    /** The time of the slowest rank decides, because all other ranks may wait for this rank. */
    private static boolean[] places(LabelledTimes times, double[] slowest, double part) {
      double[] spent = new double[times.places()];
      for (int moment = 0; moment < slowest.length; moment++) {
        spent[times.place(moment)] += slowest[moment];
      }
      return Small.of(spent, part * Arrays.stream(spent).sum());
    }

    /**
     * Places alone do not show which events are small: if they recur in no other step, many places
     * with small times may belong to one event.
     */
    private static boolean[] events(LabelledTimes times, double[] slowest, double part) {
      double[] spent = new double[times.events()];
      double all = 0;
      for (int rank = 0; rank < times.ranks(); rank++) {
        for (int event = 0; event < spent.length; event++) {
          LabelledTimes.Calls calls = times.calls(rank, event);
          for (int call = 0; calls != null && call < calls.knownTimes(); call++) {
            int moment = calls.moments[call];
            double time = moment == LabelledTimes.NONE ? calls.values[call] : slowest[moment];
            spent[event] += time;
            all += time;
          }
        }
      }
      return Small.of(spent, part * all);
    }
  }

  /** A call with less than this fraction of a rank's computation gets the average of its times. */
  private static final double MATERIAL = 0.0002;

  /** Marks a time without a representative, for which the average is used. */
  private static final double NONE = -1;

  private final LabelledTimes times;

  /** A rank's calls at an event get the average of their times if their computation is less than this. */
  private final double leastComputation;

  /** The times of one period by rank and event; empty if the event has little computation. */
  private final double[][][] periods;

  /**
   * @param representatives for each step, the step whose times it gets
   * @param small the places and events that get averages
   */
  StepTimes(LabelledTimes times, int[] representatives, Averages small) {
    this.times = times;
    this.leastComputation = MATERIAL * times.spent() / times.ranks();
    this.periods = new double[times.ranks()][times.events()][];
    int[] representative = times.momentsIn(representatives);
    times.ofRanks(() -> {
      double[] chosen = new double[representative.length];
      return rank -> {
        choose(rank, small.places, chosen);
        for (int event = 0; event < periods[rank].length; event++) {
          LabelledTimes.Calls calls = times.calls(rank, event);
          periods[rank][event] = calls == null
              ? new double[0]
              : small.events[event]
                  ? new double[] {calls.average()}
                  : period(calls, representative, chosen, small.places);
        }
      };
    });
  }

  /**
   * Finds the time of a rank at each moment. At small places, all times of a call site are replaced
   * by their average.
   *
   * @param chosen receives the times
   */
  private void choose(int rank, boolean[] small, double[] chosen) {
    Arrays.fill(chosen, NONE);
    double[] sums = new double[times.sites()];
    int[] counts = new int[times.sites()];
    for (int event = 0; event < times.events(); event++) {
      LabelledTimes.Calls calls = times.calls(rank, event);
      for (int call = 0; calls != null && call < calls.knownTimes(); call++) {
        int moment = calls.moments[call];
        if (moment != LabelledTimes.NONE) {
          chosen[moment] = calls.values[call];
          if (small[times.place(moment)]) {
            sums[times.site(moment)] += calls.values[call];
            counts[times.site(moment)]++;
          }
        }
      }
    }
    for (int moment = 0; moment < chosen.length; moment++) {
      if (small[times.place(moment)] && chosen[moment] != NONE) {
        chosen[moment] = sums[times.site(moment)] / counts[times.site(moment)];
      }
    }
  }

  private double[] period(
      LabelledTimes.Calls calls, int[] representative, double[] chosen, boolean[] small) {
    double average = calls.average();
    if (!matters(calls, small)) {
      return new double[] {average};
    }
    double[] all = new double[calls.count()];
    double sum = 0;
    for (int call = 0; call < all.length; call++) {
      int moment = calls.moments[call];
      double time;
      if (moment == LabelledTimes.NONE) {
        time = call < calls.knownTimes() ? calls.values[call] : NONE;
      } else {
        int at = representative[moment];
        time = at == LabelledTimes.NONE ? NONE : chosen[at];
      }
      all[call] = time == NONE ? average : time;
      sum += all[call];
    }
    int shortest = Periods.shortest(all.length, (a, b) -> all[a] == all[b] ? 1 : 0);
    double[] period = Arrays.copyOf(all, shortest);
    for (int i = 0; i < period.length; i++) {
      period[i] *= sum > 0 ? calls.sum() / sum : 1;
    }
    return period;
  }

  /** Whether the calls have enough computation for separate times. */
  private boolean matters(LabelledTimes.Calls calls, boolean[] small) {
    double sum = 0;
    for (int call = 0; call < calls.knownTimes(); call++) {
      int moment = calls.moments[call];
      sum += moment != LabelledTimes.NONE && small[times.place(moment)] ? 0 : calls.values[call];
    }
    return sum >= leastComputation;
  }

  /** Returns the number of values in all periods. */
  long values() {
    return Arrays.stream(periods)
        .flatMap(Arrays::stream)
        .mapToLong(period -> period.length)
        .sum();
  }

  /** Rounds all values to a logarithmic scale. */
  void round() {
    Int2DoubleOpenHashMap known = new Int2DoubleOpenHashMap();
    for (int rank = 0; rank < periods.length; rank++) {
      for (int event = 0; event < periods[rank].length; event++) {
        LabelledTimes.Calls calls = times.calls(rank, event);
        if (calls != null) {
          round(periods[rank][event], calls.count(), known);
        }
      }
    }
  }

  /**
   * Rounds the values of a period to a scale whose steps have a ratio of 2^({@link #ROUNDING} /
   * {@link RoundedTimes#STEPS}). The scale is shifted in small steps, so that the total time of all
   * calls stays the same.
   *
   * @param calls the number of calls that take the values in turn
   */
  private static void round(double[] values, int calls, Int2DoubleOpenHashMap known) {
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      all += values[i] * count(calls, values.length, i);
    }
    double[] ratios = new double[values.length];
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      ratios[i] = values[i] < SMALLEST
          ? Double.NEGATIVE_INFINITY
          : Math.rint(step(values[i] * calls / all) / ROUNDING) * ROUNDING;
      sum += StrictMath.pow(2, ratios[i] / RoundedTimes.STEPS) * count(calls, values.length, i);
    }
    int unit = values.length > 1 ? 1 : ROUNDING;
    double shift = Math.rint(step(all / sum) / unit) * unit;
    for (int i = 0; i < values.length; i++) {
      values[i] = ratios[i] == Double.NEGATIVE_INFINITY
          ? 0
          : known.computeIfAbsent((int) (ratios[i] + shift), RoundedTimes::value);
    }
  }

  private static double step(double value) {
    return RoundedTimes.STEPS * StrictMath.log(value) / LOG_2;
  }

  /** Returns the number of calls that take the value at an index of the period. */
  private static int count(int calls, int period, int value) {
    return (calls - value + period - 1) / period;
  }

  /** Returns the time of a call. Its event must have much computation. */
  double time(int rank, int event, int call) {
    double[] period = periods[rank][event];
    return period[call % period.length];
  }

  /** Returns the events of the trace. These times replace all times of computation in the given unit. */
  List<Event> events(Trace trace, Unit unit) {
    List<Event> events = new ArrayList<>();
    for (int event = 0; event < times.events(); event++) {
      Event old = trace.events().get(event);
      List<Delta> deltas = deltas(event, unit);
      if (deltas.isEmpty()) {
        events.add(old);
        continue;
      }
      double total = 0;
      List<Delta> others = new ArrayList<>();
      for (Delta delta : old.deltas()) {
        if (delta.kind() == Delta.Kind.COMPUTE && delta.unit() == unit) {
          total += delta.byExecution().stream().mapToDouble(Distribution::sum).sum();
        } else {
          others.add(delta);
        }
      }
      keepTotal(deltas, total);
      deltas.addAll(others);
      events.add(new Event(old.call(), old.callSite(), old.ranks(), old.parameters(), deltas));
    }
    return events;
  }

  /** Returns the times of an event. Ranks with the same vector share a delta. */
  private List<Delta> deltas(int event, Unit unit) {
    Map<DoubleArrayList, RankList> ranks = new LinkedHashMap<>();
    Map<DoubleArrayList, long[]> counts = new LinkedHashMap<>();
    for (int rank = 0; rank < periods.length; rank++) {
      LabelledTimes.Calls calls = times.calls(rank, event);
      if (calls == null) {
        continue;
      }
      double[] period = periods[rank][event];
      DoubleArrayList vector = DoubleArrayList.wrap(period);
      ranks.merge(vector, RankList.of(rank), RankList::union);
      long[] count = counts.computeIfAbsent(vector, v -> new long[period.length]);
      for (int i = 0; i < period.length; i++) {
        count[i] += count(calls.count(), period.length, i);
      }
    }
    List<Delta> deltas = new ArrayList<>();
    ranks.forEach((vector, members) -> {
      long[] count = Objects.requireNonNull(counts.get(vector));
      List<Distribution> each = IntStream.range(0, count.length)
          .mapToObj(i -> single(count[i], vector.getDouble(i)))
          .toList();
      deltas.add(new Delta(Delta.Kind.COMPUTE, unit, Delta.AFTER_ANY, members, each));
    });
    return deltas;
  }

  private static Distribution single(long count, double value) {
    return new Distribution.MinAvgMax(count, value, value, value);
  }

  /**
   * Adds the difference between the intended total and the sum of the deltas to the value with the
   * largest share of the time.
   */
  private static void keepTotal(List<Delta> deltas, double total) {
    double lost = total;
    int delta = 0;
    int value = 0;
    for (int i = 0; i < deltas.size(); i++) {
      List<Distribution> each = deltas.get(i).byExecution();
      for (int k = 0; k < each.size(); k++) {
        lost -= each.get(k).sum();
        if (each.get(k).sum() > deltas.get(delta).byExecution().get(value).sum()) {
          delta = i;
          value = k;
        }
      }
    }
    Delta before = deltas.get(delta);
    List<Distribution> each = new ArrayList<>(before.byExecution());
    Distribution most = each.get(value);
    each.set(value, single(most.count(), Math.max(0, most.mean() + lost / most.count())));
    deltas.set(
        delta, new Delta(before.kind(), before.unit(), before.after(), before.ranks(), each));
  }
}
