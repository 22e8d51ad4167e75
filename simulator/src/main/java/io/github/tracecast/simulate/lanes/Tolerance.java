package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongConsumer;

/**
 * How much worse one of a machine's properties may become before a run by LogGP is slower by some part.
 *
 * @param share the property: all its times become longer by one factor
 * @param slower the part, above 0: 0.01 for a run that is slower by 1%
 * @param factor the factor, at least 1, at which the run is that much slower; empty if no factor up to {@link #MOST} makes it so
 */
public record Tolerance(Share share, double slower, OptionalDouble factor) {
  /** A property that may become so much worse does not matter. */
  public static final double MOST = 1e6;

  /** Relative width at which a factor is known. */
  private static final double PRECISION = 1e-6;

  private static final int MOST_ROUNDS = 60;

  /** One search: the run's time is at least wanted at the upper factor, less at the lower. */
  private static final class Search {
    final Share share;
    final double slower;
    double low = 1;
    double high = Double.NaN;
    double timeAtLow;
    double timeAtHigh;
    boolean done;

    Search(Share share, double slower) {
      this.share = share;
      this.slower = slower;
    }

    /** The next factor to try: until there is an upper one, ever larger; then where a straight line meets, kept off the ends. */
    double next(double wanted) {
      if (Double.isNaN(high)) {
        return Math.min(MOST, 1 + (low == 1 ? slower : 4 * (low - 1)));
      }
      double part = (wanted - timeAtLow) / (timeAtHigh - timeAtLow);
      return low + Math.clamp(part, 0.05, 0.95) * (high - low);
    }

    void found(double factor, double time, double wanted) {
      if (time >= wanted) {
        high = factor;
        timeAtHigh = time;
      } else {
        low = factor;
        timeAtLow = time;
        done = factor >= MOST;
      }
      done |= high - low <= PRECISION * high;
    }
  }

  /**
   * Searches for all shares and parts at once: a run's time never falls and is convex in each factor.
   *
   * @param slower the parts, each above 0
   * @param progress told from time to time how many MPI calls the evaluation under way has replayed
   * @return by share, then by part; empty where the program cannot be lowered, or has something
   *     wrong with it
   */
  public static Optional<List<Tolerance>> of(
      Programs programs, Lane lane, List<Double> slower, LongConsumer progress) {
    EventTable table = EventTable.of(programs.trace());
    List<Search> searches = new ArrayList<>();
    for (Share share : Share.values()) {
      slower.forEach(part -> searches.add(new Search(share, part)));
    }
    try {
      double[] base = seconds(programs, table, lane, List.of(Slowdown.NONE), progress);
      searches.forEach(search -> search.timeAtLow = base[0]);
      for (int round = 0; round < MOST_ROUNDS && !allDone(searches); round++) {
        round(programs, table, lane, searches, base[0], progress);
      }
    } catch (UnsuitableException | ReplayException | ArithmeticException e) {
      return Optional.empty();
    }
    return Optional.of(searches.stream()
        .map(search -> new Tolerance(
            search.share,
            search.slower,
            Double.isNaN(search.high) ? OptionalDouble.empty() : OptionalDouble.of(search.high)))
        .toList());
  }

  private static boolean allDone(List<Search> searches) {
    return searches.stream().allMatch(search -> search.done);
  }

  private static void round(
      Programs programs,
      EventTable table,
      Lane lane,
      List<Search> searches,
      double base,
      LongConsumer progress) {
    List<Search> open = searches.stream().filter(search -> !search.done).toList();
    double[] factors = open.stream()
        .mapToDouble(search -> search.next(base * (1 + search.slower)))
        .toArray();
    List<Slowdown> slowdowns = new ArrayList<>();
    for (int i = 0; i < factors.length; i++) {
      slowdowns.add(Slowdown.of(open.get(i).share, factors[i]));
    }
    double[] times = seconds(programs, table, lane, slowdowns, progress);
    for (int i = 0; i < factors.length; i++) {
      open.get(i).found(factors[i], times[i], base * (1 + open.get(i).slower));
    }
  }

  /** The run's times on a machine slowed down in several ways. */
  private static double[] seconds(
      Programs programs,
      EventTable table,
      Lane lane,
      List<Slowdown> slowdowns,
      LongConsumer progress) {
    List<Lane> lanes = Collections.nCopies(slowdowns.size(), lane);
    double[] seconds = new double[slowdowns.size()];
    Evaluations.of(
        programs,
        table,
        lanes,
        slowdowns,
        progress,
        (program, run, column, k) -> seconds[k] = Picos.seconds(last(run.ranks, column)));
    return seconds;
  }

  private static long last(Ranks ranks, int lane) {
    long last = 0;
    for (int rank = 0; rank < ranks.count; rank++) {
      last = Math.max(last, ranks.clock[rank * ranks.lanes + lane]);
    }
    return last;
  }
}
