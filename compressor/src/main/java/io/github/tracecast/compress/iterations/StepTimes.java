package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.RoundedTimes;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Times in which each step has those of its representative: a periodic vector for each rank and
 * call. A rank's total for a call stays as recorded, within the rounding. One thread.
 */
final class StepTimes {
  /** Values are rounded to 1/16 of a power of two; what is lost goes to the next value. */
  private static final int ROUNDING = RoundedTimes.STEPS / 16;

  private static final double SMALLEST = 1e-6;
  private static final double LOG_2 = StrictMath.log(2);

  /** A rank's call with a smaller part of the computation of a rank has its average. */
  private static final double MATERIAL = LabelledTimes.MATERIAL / 10;

  /** Times that have no representative: they take the average. */
  private static final double NONE = -1;

  private final LabelledTimes times;
  private final int[] representatives;

  /** By rank and event: the times of a period. Empty if the call does not matter. */
  private final double[][][] periods;

  /** @param representatives by step: the step whose times it has */
  StepTimes(LabelledTimes times, int[] representatives) {
    this.times = times;
    this.representatives = representatives;
    this.periods = new double[times.ranks()][times.events()][];
    boolean[] isChosen = new boolean[representatives.length];
    for (int step : representatives) {
      isChosen[step] = true;
    }
    for (int rank = 0; rank < periods.length; rank++) {
      Long2DoubleOpenHashMap chosen = chosen(rank, isChosen);
      for (int event = 0; event < periods[rank].length; event++) {
        LabelledTimes.Calls calls = times.calls(rank, event);
        periods[rank][event] = calls == null ? new double[0] : period(calls, chosen);
      }
    }
  }

  /** By step and place: the times of a rank in the chosen steps. */
  private Long2DoubleOpenHashMap chosen(int rank, boolean[] isChosen) {
    Long2DoubleOpenHashMap chosen = new Long2DoubleOpenHashMap();
    chosen.defaultReturnValue(NONE);
    for (int event = 0; event < times.events(); event++) {
      LabelledTimes.Calls calls = times.calls(rank, event);
      for (int call = 0; calls != null && call < calls.known(); call++) {
        int step = calls.steps()[call];
        if (step != RunSteps.OUTSIDE && isChosen[step]) {
          chosen.put(calls.at(call), calls.times().values()[call]);
        }
      }
    }
    return chosen;
  }

  private double[] period(LabelledTimes.Calls calls, Long2DoubleOpenHashMap chosen) {
    SingleTimes recorded = calls.times();
    double average = recorded.sum() / recorded.count();
    if (recorded.sum() < MATERIAL * times.spent() / times.ranks()) {
      return rounded(new double[] {average}, 1);
    }
    double[] all = new double[calls.count()];
    double sum = 0;
    for (int call = 0; call < all.length; call++) {
      int step = calls.steps()[call];
      double time = step != RunSteps.OUTSIDE
          ? chosen.get(LabelledTimes.Calls.at(representatives[step], calls.places()[call]))
          : call < calls.known() ? recorded.values()[call] : NONE;
      all[call] = time == NONE ? average : time;
      sum += all[call];
    }
    double[] period = Arrays.copyOf(all, period(all));
    return rounded(period, sum > 0 ? recorded.sum() / sum : 1);
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

  private static double[] rounded(double[] values, double factor) {
    double[] rounded = new double[values.length];
    double lost = 0;
    for (int i = 0; i < values.length; i++) {
      double exact = values[i] * factor;
      double value = Math.max(exact / 2, exact + lost);
      rounded[i] = value < SMALLEST
          ? 0
          : RoundedTimes.value(ROUNDING
              * (int) Math.rint(RoundedTimes.STEPS * StrictMath.log(value) / LOG_2 / ROUNDING));
      lost += exact - rounded[i];
    }
    return rounded;
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
    record Vector(List<Double> values) {}
    Map<Vector, RankList> ranks = new LinkedHashMap<>();
    Map<Vector, long[]> counts = new LinkedHashMap<>();
    for (int rank = 0; rank < periods.length; rank++) {
      LabelledTimes.Calls calls = times.calls(rank, event);
      if (calls == null) {
        continue;
      }
      double[] period = periods[rank][event];
      Vector vector = new Vector(Arrays.stream(period).boxed().toList());
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
        double value = vector.values.get(i);
        each.add(new Distribution.MinAvgMax(count[i], value, value, value));
      }
      deltas.add(new Delta(Delta.Kind.COMPUTE, unit, Delta.AFTER_ANY, members, each));
    });
    return deltas;
  }
}
