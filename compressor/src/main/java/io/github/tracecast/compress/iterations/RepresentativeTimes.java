package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.BinaryCodec;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gives the calls of a trace the times of some iterations, so that its prediction is close to that
 * of all times.
 *
 * <p>Ranks wait for the slowest one. So what happens in one iteration belongs together, on all ranks
 * and in all calls, and averages lose it. The order of the iterations hardly matters. The trace
 * keeps a few iterations whole ({@link StepChoice}). They follow each other in turn as a periodic
 * vector, so loops are skipped as ever ({@link StepTimes}).
 *
 * <p>As many iterations are kept as fit into {@link #GROWTH} times the trace without them. If that
 * is too few, steps are the iterations of inner loops. Averages stay where iterations are alike.
 */
public final class RepresentativeTimes {
  /** The largest size, as a multiple of the trace with averages and histograms. */
  private static final double GROWTH = 2;

  /** Even the smallest trace may grow to so many bytes. */
  private static final int FLOOR = 1024;

  /** If the trace states more, more of the smallest places have averages. */
  private static final double FAR = 0.06;

  /** The most iterations that follow each other in turn: loops are skipped after a few turns. */
  private static final int USUAL = 64;

  /** The most of them if fewer state more than {@link #ENOUGH}. */
  private static final int MOST = 128;

  private static final double ENOUGH = 0.08;

  /** If fewer iterations do not reduce what is too much by this factor, the trace has as many kinds. */
  private static final double LESS = 0.95;

  /**
   * The places of a step with the least computation, with this part together, have averages. The
   * next part is tried if the trace states more than {@link #FAR} otherwise, the last one if nothing
   * fits.
   */
  private static final double[] SMALL = {0.015, 0.06, 0.25};

  /** Runs with at most so many iterations keep all of them, if they fit. */
  private static final int WHOLE = 100;

  /** More values do not fit into a byte of the trace. */
  private static final int VALUES_A_BYTE = 16;

  /** With fewer iterations, inner loops are tried. */
  private static final int FEW = 8;

  /** The depths of loops whose iterations may be steps. */
  private static final int DEPTHS = 3;

  /** Averages that lose less than this part of the waiting stay. */
  private static final double APART = 0.002;

  /**
   * With a network, ranks wait for each other in more ways than {@link Waiting} knows. One long
   * step of a rank also moves its later messages onto links where others meet: a run that lost 6.3%
   * without a network was 11.4% off under contention.
   */
  private static final double NETWORK = 2;

  /** The part of the stated difference that comes from times without iterations. */
  private static final double AVERAGED = 0.01;

  private final Trace trace;
  private final Unit unit;
  private final int size;
  private final int limit;

  /**
   * @param size of the trace without iterations
   * @param limit of its size with them
   */
  private RepresentativeTimes(Trace trace, Unit unit, int size, int limit) {
    this.trace = trace;
    this.unit = unit;
    this.size = size;
    this.limit = limit;
  }

  /**
   * A trace with the times of that many iterations.
   *
   * @param off the difference to all times that it states
   */
  private record Found(Trace trace, int iterations, double off) {}

  /**
   * Returns the trace with the times of iterations; the same trace if too few times are known.
   *
   * @param times by rank, in the order of the trace
   */
  public static Trace of(Trace trace, SingleTimes[] times) {
    Unit unit = times[0].unit();
    if (unit == null || Arrays.stream(times).anyMatch(one -> one.unit() != unit)) {
      return trace;
    }
    double[][] spent = new double[times.length][trace.events().size()];
    boolean[] material = new boolean[trace.events().size()];
    spend(trace, unit, spent, material);
    ProgramWalk[] walks = new ProgramWalk[times.length];
    Arrays.setAll(walks, rank -> new ProgramWalk(trace, rank));
    List<LabelledTimes> byDepth = new ArrayList<>();
    IntFunction<LabelledTimes> labelled = depth -> {
      if (depth == byDepth.size()) {
        RunSteps steps = RunSteps.of(trace, walks, depth, spent);
        byDepth.add(new LabelledTimes(trace, steps, times, spent, material));
      }
      return byDepth.get(depth);
    };
    int size = BinaryCodec.write(trace).length;
    return new RepresentativeTimes(trace, unit, size, Math.max(FLOOR, (int) (GROWTH * size)))
        .of(labelled)
        .trace;
  }

  /** @param labelled the times by depth of the loops whose iterations are steps */
  private Found of(IntFunction<LabelledTimes> labelled) {
    Found best = new Found(trace, 0, Double.POSITIVE_INFINITY);
    for (int depth = 0; depth < DEPTHS && best.iterations < FEW; depth++) {
      LabelledTimes times = labelled.apply(depth);
      if (depth > 0 && times.steps() == 0) {
        break;
      }
      Found found = of(times);
      if (found != null && found.off < best.off) {
        best = found;
      }
    }
    return best;
  }

  /**
   * Adds up the computation.
   *
   * @param spent receives it by rank and event
   * @param material receives by event whether it matters to a rank
   */
  private static void spend(Trace trace, Unit unit, double[][] spent, boolean[] material) {
    double all = 0;
    for (int event = 0; event < material.length; event++) {
      for (Delta delta : trace.events().get(event).deltas()) {
        if (delta.kind() == Delta.Kind.COMPUTE && delta.unit() == unit) {
          double sum =
              delta.byExecution().stream().mapToDouble(Distribution::sum).sum();
          int at = event;
          delta.ranks().forEach(rank -> spent[rank][at] += sum / delta.ranks().size());
          all += sum;
        }
      }
    }
    double[] most = new double[material.length];
    for (double[] ofRank : spent) {
      for (int event = 0; event < most.length; event++) {
        most[event] = Math.max(most[event], ofRank[event]);
      }
    }
    boolean[] small = Small.of(most, LabelledTimes.SMALL * all / spent.length);
    for (int event = 0; event < material.length; event++) {
      material[event] = !small[event];
    }
  }

  private @Nullable Found of(LabelledTimes times) {
    Waiting recorded = new Waiting(times, times::recorded);
    double averaged = recorded.difference(new Waiting(times, times::average));
    if (averaged < APART) {
      return new Found(trace, Integer.MAX_VALUE, averaged);
    }
    List<int[]> kinds = times.kinds();
    List<int[]> apart = StepChoice.rareApart(kinds, recorded.slowestCalls());
    int most = StepChoice.areRareOnesLong(kinds, recorded.slowestCalls()) ? USUAL : MOST;
    Found best = null;
    for (double small : SMALL) {
      best = better(best, of(times, kinds, most, small, recorded, averaged));
      if (apart.size() > kinds.size() && (best == null || best.off > ENOUGH)) {
        best = better(best, of(times, apart, MOST, small, recorded, averaged));
      }
      if (best != null && (best.off <= FAR || small > SMALL[0])) {
        break;
      }
    }
    return best;
  }

  private static @Nullable Found better(@Nullable Found one, @Nullable Found other) {
    return one == null || other != null && other.off < one.off ? other : one;
  }

  /**
   * Returns the trace with more iterations, until they are close to all of them or do not fit.
   *
   * @param kinds the steps of each kind
   * @param most how many are chosen at most
   * @param small the places of a step with this part of its computation have averages
   * @param averaged the difference of averages
   */
  private @Nullable Found of(
      LabelledTimes times,
      List<int[]> kinds,
      int most,
      double small,
      Waiting recorded,
      double averaged) {
    StepChoice choice =
        new StepChoice(kinds, times.knownSteps(), recorded.slowestCalls(), recorded.byStep());
    if (times.steps() <= WHOLE) {
      return of(times, choice, times.steps(), small, recorded, averaged);
    }
    Found best = null;
    for (int number = USUAL; number <= Math.min(most, times.steps()); number *= 2) {
      Found found = of(times, choice, number, small, recorded, averaged);
      if (found == null || best != null && found.iterations <= best.iterations) {
        break;
      }
      best = best == null || found.off < best.off ? found : best;
      if (best.off <= ENOUGH || found.iterations < number - choice.period()) {
        break;
      }
    }
    return best;
  }

  /**
   * Returns the trace with as many iterations as fit.
   *
   * @param most how many iterations are chosen at most
   */
  private @Nullable Found of(
      LabelledTimes times,
      StepChoice choice,
      int most,
      double small,
      Waiting recorded,
      double averaged) {
    int turn = choice.period() <= most ? choice.period() : 1;
    int number = most == times.steps() ? most : multiple(most, turn);
    long valuesBefore = Long.MAX_VALUE;
    int excess = Integer.MAX_VALUE;
    while (number > 1 || number == times.steps()) {
      int[] representatives = choice.representatives(number);
      StepTimes form = new StepTimes(times, representatives, small);
      long values = (long) VALUES_A_BYTE * limit;
      if (form.values() > values) {
        if (form.values() > LESS * valuesBefore) {
          return null;
        }
        valuesBefore = form.values();
        number = multiple(Math.min(number - 1, number * values / form.values()), turn);
        continue;
      }
      form.round();
      int kept = (int) Arrays.stream(representatives).distinct().count();
      Trace found = trace.with(form.events(trace, unit), header(times, kept, AVERAGED));
      int bytes = BinaryCodec.write(found).length;
      if (bytes <= limit) {
        double off = recorded.difference(new Waiting(times, form::time));
        if (off > averaged) {
          return null;
        }
        double stated = NETWORK * off + AVERAGED;
        return new Found(
            found.with(found.events(), header(times, kept, stated)),
            kept == times.steps() ? Integer.MAX_VALUE : kept,
            stated);
      }
      if (bytes - limit > LESS * excess) {
        return null;
      }
      excess = bytes - limit;
      int fitting = (int) ((long) number * (limit - size) / (bytes - size));
      number = multiple(Math.min(number - 1 - number / 16, fitting + fitting / 8 + 1), turn);
    }
    return null;
  }

  private Header header(LabelledTimes times, int kept, double stated) {
    return trace.header().withTimes(kept, times.knownSteps(), times.steps(), stated);
  }

  /** With other numbers, the chosen steps would not follow each other in the order of their kinds. */
  private static int multiple(long number, int turn) {
    return (int) (number - number % turn);
  }
}
