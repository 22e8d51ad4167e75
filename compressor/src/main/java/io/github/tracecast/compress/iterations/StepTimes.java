package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.RoundedTimes;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Times in which each step has those of its representative: a periodic vector for each rank and
 * call. A rank's total for a call stays as recorded, within the rounding. One thread.
 */
final class StepTimes {
  /** Values are rounded to 1/16 of a power of two; what is lost goes to the next value. */
  private static final int ROUNDING = RoundedTimes.STEPS / 16;

  private static final double SMALLEST = 1e-6;

  /** Values below this part of the mean do not take what is lost, so equal ones stay equal. */
  private static final double EVEN = 0.2;

  private static final double LOG_2 = StrictMath.log(2);

  /** A rank's call with a smaller part of the computation of a rank has its average. */
  private static final double MATERIAL = LabelledTimes.MATERIAL / 10;

  /** The places with the smallest times have averages. Together they have less than this part of the computation. */
  private static final double SMALL = 0.015;

  /** Times that have no representative: they take the average. */
  private static final double NONE = -1;

  private final LabelledTimes times;

  /** A rank's call with less has its average. */
  private final double least;

  /** By rank and event: the times of a period. Empty if the call does not matter. */
  private final double[][][] periods;

  /** @param representatives by step: the step whose times it has */
  StepTimes(LabelledTimes times, int[] representatives) {
    this.times = times;
    this.least = MATERIAL * times.spent() / times.ranks();
    this.periods = new double[times.ranks()][times.events()][];
    int[] representative = new int[times.moments()];
    for (int moment = 0; moment < representative.length; moment++) {
      representative[moment] = times.sameIn(representatives[times.step(moment)], moment);
    }
    boolean[] small = smallPlaces();
    double[] chosen = new double[representative.length];
    for (int rank = 0; rank < periods.length; rank++) {
      choose(rank, small, chosen);
      for (int event = 0; event < periods[rank].length; event++) {
        LabelledTimes.Calls calls = times.calls(rank, event);
        periods[rank][event] =
            calls == null ? new double[0] : period(calls, representative, chosen);
      }
    }
  }

  /** By place in a step: whether its times do not matter, so that their scatter is not worth its bytes. */
  private boolean[] smallPlaces() {
    double[] spent = new double[times.places()];
    for (int rank = 0; rank < times.ranks(); rank++) {
      for (int event = 0; event < times.events(); event++) {
        LabelledTimes.Calls calls = times.calls(rank, event);
        for (int call = 0; calls != null && call < calls.known(); call++) {
          if (calls.moments[call] != LabelledTimes.NONE) {
            spent[times.place(calls.moments[call])] += calls.values[call];
          }
        }
      }
    }
    boolean[] small = new boolean[spent.length];
    int[] ascending = IntStream.range(0, spent.length)
        .boxed()
        .sorted(Comparator.comparingDouble(place -> spent[place]))
        .mapToInt(Integer::intValue)
        .toArray();
    double sum = 0;
    for (int place : ascending) {
      sum += spent[place];
      small[place] = sum < SMALL * times.spent();
    }
    return small;
  }

  /**
   * Finds a rank's times by moment. At a small place all are the average of the rank.
   *
   * @param chosen receives the times
   */
  private void choose(int rank, boolean[] small, double[] chosen) {
    Arrays.fill(chosen, NONE);
    double[] sums = new double[small.length];
    int[] counts = new int[small.length];
    for (int event = 0; event < times.events(); event++) {
      LabelledTimes.Calls calls = times.calls(rank, event);
      for (int call = 0; calls != null && call < calls.known(); call++) {
        int moment = calls.moments[call];
        if (moment != LabelledTimes.NONE) {
          int place = times.place(moment);
          chosen[moment] = calls.values[call];
          sums[place] += calls.values[call];
          counts[place]++;
        }
      }
    }
    for (int moment = 0; moment < chosen.length; moment++) {
      int place = times.place(moment);
      if (small[place] && chosen[moment] != NONE) {
        chosen[moment] = sums[place] / counts[place];
      }
    }
  }

  private double[] period(LabelledTimes.Calls calls, int[] representative, double[] chosen) {
    double average = calls.average();
    if (calls.sum() < least) {
      return new double[] {average};
    }
    double[] all = new double[calls.count()];
    double sum = 0;
    for (int call = 0; call < all.length; call++) {
      int moment = calls.moments[call];
      double time;
      if (moment == LabelledTimes.NONE) {
        time = call < calls.known() ? calls.values[call] : NONE;
      } else {
        int at = representative[moment];
        time = at == LabelledTimes.NONE ? NONE : chosen[at];
      }
      all[call] = time == NONE ? average : time;
      sum += all[call];
    }
    double[] period = Arrays.copyOf(all, period(all));
    for (int i = 0; i < period.length; i++) {
      period[i] *= sum > 0 ? calls.sum() / sum : 1;
    }
    return period;
  }

  /** The values of all periods. */
  long values() {
    long values = 0;
    for (double[][] ofRank : periods) {
      for (double[] period : ofRank) {
        values += period.length;
      }
    }
    return values;
  }

  /** Rounds all values. */
  void round() {
    Int2DoubleOpenHashMap known = new Int2DoubleOpenHashMap();
    for (double[][] ofRank : periods) {
      for (double[] period : ofRank) {
        round(period, known);
      }
    }
  }

  /** The length of the shortest vector whose repetition begins with the values: Knuth, Morris and Pratt. */
  private static int period(double[] values) {
    int[] border = new int[values.length + 1];
    border[0] = -1;
    int at = -1;
    for (int i = 0; i < values.length; i++) {
      while (at >= 0 && values[at] != values[i]) {
        at = border[at];
      }
      border[i + 1] = ++at;
    }
    return values.length - border[values.length];
  }

  private static void round(double[] values, Int2DoubleOpenHashMap known) {
    double lost = 0;
    double even = EVEN * Arrays.stream(values).sum() / values.length;
    for (int i = 0; i < values.length; i++) {
      double exact = values[i];
      double value = exact < even ? exact : Math.max(exact / 2, exact + lost);
      values[i] = value < SMALLEST
          ? 0
          : known.computeIfAbsent(
              ROUNDING
                  * (int) Math.rint(RoundedTimes.STEPS * StrictMath.log(value) / LOG_2 / ROUNDING),
              RoundedTimes::value);
      lost += exact - values[i];
    }
  }

  /** Returns the time of a call that matters. */
  double time(int rank, int event, int call) {
    double[] period = periods[rank][event];
    return period[call % period.length];
  }

  /** Returns the events of the trace with these times instead of those of a unit. */
  List<Event> events(Trace trace, Unit unit) {
    List<Event> events = new ArrayList<>();
    for (int event = 0; event < times.events(); event++) {
      Event old = trace.events().get(event);
      List<Delta> deltas = deltas(event, unit);
      if (deltas.isEmpty()) {
        events.add(old);
        continue;
      }
      old.deltas().stream()
          .filter(delta -> delta.kind() != Delta.Kind.COMPUTE || delta.unit() != unit)
          .forEach(deltas::add);
      events.add(new Event(old.call(), old.callSite(), old.ranks(), old.parameters(), deltas));
    }
    return events;
  }

  /** Returns the times of an event; ranks with the same vector share it. */
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
        count[i] += (calls.count() - i + period.length - 1) / period.length;
      }
    }
    List<Delta> deltas = new ArrayList<>();
    ranks.forEach((vector, members) -> {
      long[] count = Objects.requireNonNull(counts.get(vector));
      List<Distribution> each = new ArrayList<>();
      for (int i = 0; i < count.length; i++) {
        double value = vector.getDouble(i);
        each.add(new Distribution.MinAvgMax(count[i], value, value, value));
      }
      deltas.add(new Delta(Delta.Kind.COMPUTE, unit, Delta.AFTER_ANY, members, each));
    });
    return deltas;
  }
}
