package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stores the times of some iterations in a trace, so that its prediction is close to the prediction
 * with the times of all iterations.
 *
 * <p>Ranks wait for the slowest rank, so a prediction needs times that belong to the same
 * iteration, on all ranks and in all calls. Averages lose this correlation. The order of the
 * iterations hardly matters. So the trace keeps all times of a few iterations ({@link StepChoice}).
 * A replay uses the times of these iterations one after another, as a periodic vector, so that
 * fast-forward still works ({@link StepTimes}).
 *
 * <p>The trace may grow to {@link #GROWTH} times its size without times of iterations, which limits
 * the number of iterations. If too few iterations fit, the iterations of inner loops are taken
 * instead. If the times of iterations hardly differ, the trace keeps its averages.
 */
public final class RepresentativeTimes {
  /** The largest size of the trace, as a multiple of its size with averages and histograms. */
  private static final double GROWTH = 2;

  /** The size in bytes to which even the smallest trace may grow. */
  private static final int FLOOR = 1024;

  /** If the stated difference of predictions exceeds this, a larger part of the short calls gets averages. */
  private static final double TOO_FAR = 0.06;

  /**
   * The largest number of iterations in the usual case. Fast-forward begins after a replay has used
   * these iterations a few times.
   */
  private static final int MOST_USUAL = 64;

  /**
   * The largest number of iterations if fewer iterations leave a difference above {@link #ENOUGH}.
   */
  private static final int MOST = 128;

  private static final double ENOUGH = 0.08;

  /**
   * If more than this fraction of the excess size remains with fewer iterations, the number of
   * kinds causes the excess, and the search ends.
   */
  private static final double LEAST_REDUCTION = 0.95;

  /**
   * The places of a step with the least computation get averages. Together they have less than this
   * fraction of the step's computation. The second fraction is tried if the first leads to a stated
   * difference above {@link #TOO_FAR}, and the third if no trace fits.
   */
  private static final double[] SMALL = {0.015, 0.06, 0.25};

  /** Runs with at most this many iterations keep the times of all iterations, if these times fit into the size. */
  private static final int WHOLE = 100;

  /** The largest number of values that could fit into a byte of the trace. */
  private static final int VALUES_A_BYTE = 16;

  /** If fewer iterations than this fit, the iterations of inner loops are tried. */
  private static final int FEW = 8;

  /** The number of depths of loops whose iterations are tried as steps. */
  private static final int DEPTHS = 3;

  /** If averages change the duration of the run by less than this fraction, the trace keeps its averages. */
  private static final double LEAST_LOSS = 0.002;

  /**
   * The stated difference of predictions, as a multiple of the difference without a network. With a
   * network, ranks wait for each other in more ways than {@link Waiting} computes: a long step of a
   * rank also delays its messages, which then share links with other messages. A run that was 6.3%
   * off without a network was 11.4% off under contention.
   */
  private static final double NETWORK_FACTOR = 2;

  /** This is added to the relative difference that the trace states, for times that are not kept by iteration. */
  private static final double PART_OF_AVERAGES = 0.01;

  private final Trace trace;
  private final Unit unit;
  private final int size;
  private final int limit;

  /**
   * @param size the size of the trace without iterations, in bytes
   * @param limit the largest size with iterations
   */
  private RepresentativeTimes(Trace trace, Unit unit, int size, int limit) {
    this.trace = trace;
    this.unit = unit;
    this.size = size;
    this.limit = limit;
  }

  /**
   * A trace with the times of some iterations.
   *
   * @param off the relative difference between its prediction and the prediction with all times, as
   *     the trace states it
   */
  private record Found(Trace trace, int iterations, double off) {}

  /**
   * Returns the trace with the times of some iterations; the same trace if too few times are known.
   *
   * @param times the times of each rank, in the order of its calls
   * @param threads the most threads on which ranks are computed; the trace does not depend on it
   */
  public static Trace of(Trace trace, SingleTimes[] times, int threads) {
    Unit unit = times[0].unit();
    if (unit == null || Arrays.stream(times).anyMatch(one -> one.unit() != unit)) {
      return trace;
    }
    double[][] spent = new double[times.length][trace.events().size()];
    boolean[] material = new boolean[trace.events().size()];
    spend(trace, unit, spent, material);
    ProgramWalk[] walks = ProgramWalk.ofRanks(trace);
    List<LabelledTimes> byDepth = new ArrayList<>();
    IntFunction<LabelledTimes> labelled = depth -> {
      if (depth == byDepth.size()) {
        RunSteps steps = RunSteps.of(trace, walks, depth, spent);
        byDepth.add(new LabelledTimes(trace, walks, steps, times, spent, material, threads));
      }
      return byDepth.get(depth);
    };
    int size = BinaryCodec.write(trace).length;
    return new RepresentativeTimes(trace, unit, size, Math.max(FLOOR, (int) (GROWTH * size)))
        .of(labelled)
        .trace;
  }

  /**
   * @param labelled returns the times if the iterations of the loops at a given depth are the steps
   */
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
   * Adds up the computation of each rank and event.
   *
   * @param spent receives the computation by rank and event
   * @param material receives for each event whether it has much computation on any rank
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
    if (averaged < LEAST_LOSS) {
      return new Found(trace, Integer.MAX_VALUE, averaged);
    }
    List<int[]> kinds = times.kinds();
    List<int[]> apart = StepChoice.rareApart(kinds, recorded.slowestCalls());
    int most = StepChoice.areRareOnesLong(kinds, recorded.slowestCalls()) ? MOST_USUAL : MOST;
    StepChoice usual = choice(times, kinds, recorded);
    StepChoice withRareApart = apart.size() > kinds.size() ? choice(times, apart, recorded) : usual;
    Found best = null;
    for (double part : SMALL) {
      StepTimes.Averages small = new StepTimes.Averages(times, recorded.slowest(), part);
      best = better(best, search(times, usual, most, small, recorded, averaged));
      if (withRareApart != usual && (best == null || best.off > ENOUGH)) {
        best = better(best, search(times, withRareApart, MOST, small, recorded, averaged));
      }
      if (best != null && (best.off <= TOO_FAR || part > SMALL[0])) {
        break;
      }
    }
    return best;
  }

  private static StepChoice choice(LabelledTimes times, List<int[]> kinds, Waiting recorded) {
    return new StepChoice(kinds, times.knownSteps(), recorded.slowestCalls(), recorded.byStep());
  }

  private static @Nullable Found better(@Nullable Found one, @Nullable Found other) {
    return one == null || other != null && other.off < one.off ? other : one;
  }

  /**
   * Doubles the number of iterations until the prediction is close to the prediction with all
   * iterations, or the trace is too large. Returns the best trace; null if no trace fits.
   *
   * @param most the most iterations to choose
   * @param small the places and events that get averages
   * @param averaged the difference of the prediction with averages only
   */
  private @Nullable Found search(
      LabelledTimes times,
      StepChoice choice,
      int most,
      StepTimes.Averages small,
      Waiting recorded,
      double averaged) {
    if (times.steps() <= WHOLE) {
      return of(times, choice, times.steps(), small, recorded, averaged);
    }
    Found best = null;
    for (int number = MOST_USUAL; number <= Math.min(most, times.steps()); number *= 2) {
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
   * Returns the trace with as many iterations as fit; null if no iterations fit.
   *
   * @param most the most iterations to choose
   */
  private @Nullable Found of(
      LabelledTimes times,
      StepChoice choice,
      int most,
      StepTimes.Averages small,
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
        if (form.values() > LEAST_REDUCTION * valuesBefore) {
          return null;
        }
        valuesBefore = form.values();
        number = multiple(Math.min(number - 1, number * values / form.values()), turn);
        continue;
      }
      form.round();
      int kept = (int) Arrays.stream(representatives).distinct().count();
      Trace found = trace.with(form.events(trace, unit), header(times, kept, PART_OF_AVERAGES));
      int bytes = BinaryCodec.write(found).length;
      if (bytes <= limit) {
        double off = recorded.difference(new Waiting(times, form::time));
        if (off > averaged) {
          return null;
        }
        double stated = NETWORK_FACTOR * off + PART_OF_AVERAGES;
        return new Found(
            found.with(found.events(), header(times, kept, stated)),
            kept == times.steps() ? Integer.MAX_VALUE : kept,
            stated);
      }
      if (bytes - limit > LEAST_REDUCTION * excess) {
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

  /**
   * Rounds a number of steps down to a multiple of the period of kinds, so that the chosen steps
   * follow each other in the order of their kinds.
   */
  private static int multiple(long number, int turn) {
    return (int) (number - number % turn);
  }
}
