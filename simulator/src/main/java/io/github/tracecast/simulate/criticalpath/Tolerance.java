package io.github.tracecast.simulate.criticalpath;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.replay.LaneGroups;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The factor by which one property of a machine may worsen before a LogGP run is slower by a given
 * share.
 *
 * @param share the property, all of whose times are multiplied by the factor
 * @param slower the share of the run's time, above 0: 0.01 for a run that is slower by 1%
 * @param factor the factor on the share, at least 1, that makes the run slower by {@code slower};
 *     empty if it is above {@link #MOST}
 */
public record Tolerance(Share share, double slower, OptionalDouble factor) {
  /** The largest factor that is tried. A run that tolerates this factor does not depend on the property. */
  public static final double MOST = 1e6;

  /** Relative precision of a factor. */
  private static final double PRECISION = 1e-6;

  private static final int MOST_ROUNDS = 60;

  /** The largest number of replays of {@link #byReplays}. */
  public static final int MOST_REPLAYS = 50;

  /** The largest growth of (factor - 1) from one try to the next while no run is slow enough. */
  private static final double STEP = 64;

  /** The largest growth of (factor - 1) if a step of {@link #STEP} might take the run past the latest time that the replay can represent. */
  private static final double SMALL_STEP = 4;

  /** A factor, and the time of the run with this factor. */
  private record Point(double factor, double seconds) {
    /** The factor where the straight line through two points reaches a time. The points must have different times. */
    static double where(Point a, Point b, double seconds) {
      return b.factor + (seconds - b.seconds) * (b.factor - a.factor) / (b.seconds - a.seconds);
    }
  }

  /**
   * The search for one tolerance. Apart from jumps, the run's time is convex in the factor. A
   * convex function lies below the straight line between two of its points, and above that line
   * elsewhere. A line between a point with too short a run and a point with a long enough run
   * therefore gives a factor that is too small. A line through two points on one side gives a
   * factor that is large enough. Between two bends, both lines give the exact factor. At a jump the
   * lines do not help, so the interval is halved.
   */
  private static final class Search {
    final Share share;
    final double slower;
    final double wanted;

    /** The last two points whose run is not slow enough, the larger factor first. */
    private Point low;

    private Point lower;

    /** The last two points whose run is slow enough, the smaller factor first. Null until they exist. */
    private @Nullable Point high;

    private @Nullable Point higher;

    private double width = Double.POSITIVE_INFINITY;
    private boolean halve;
    boolean done;

    /** @param slope the derivative of the run's time with respect to the factor */
    Search(Share share, double slower, double base, double slope) {
      this.share = share;
      this.slower = slower;
      this.wanted = base * (1 + slower);
      this.low = new Point(1, base);
      this.lower = new Point(0, base - slope);
      this.done = base == 0; // a run that takes no time has no tolerance
    }

    /** The factor of the next replay. */
    double next() {
      if (high == null) {
        double step = STEP * low.seconds < Picos.seconds(Picos.MAX) ? STEP : SMALL_STEP;
        double most = Math.min(MOST, 1 + step * (low.factor == 1 ? slower : low.factor - 1));
        double enough = enough(lower, low);
        return enough > low.factor && enough < most ? enough : most;
      }
      double enough = enough(lower, low);
      if (higher != null) {
        enough = Math.min(enough, enough(higher, high));
      }
      double least = tooLittle(high);
      boolean between = least < enough && enough < high.factor;
      return between && !halve ? enough : least + (high.factor - least) / 2;
    }

    /**
     * The factor at which the line through two points reaches the wanted time. It is raised by a
     * quarter of the precision, because times are rounded; infinite if the points have equal times.
     */
    private double enough(Point a, Point b) {
      return b.seconds == a.seconds
          ? Double.POSITIVE_INFINITY
          : Point.where(a, b, wanted) * (1 + PRECISION / 4);
    }

    private double tooLittle(Point enough) {
      return Math.max(low.factor, Point.where(low, enough, wanted));
    }

    void found(double factor, double seconds) {
      Point point = new Point(factor, seconds);
      if (seconds >= wanted) {
        if (high == null || factor < high.factor) {
          higher = high;
          high = point;
        } else if (higher == null || factor < higher.factor) {
          higher = point;
        }
      } else if (factor > low.factor) {
        lower = low;
        low = point;
        done = factor >= MOST;
      } else if (factor > lower.factor) {
        lower = point;
      }
      if (high != null) {
        double now = high.factor - tooLittle(high);
        halve = now > width / 2;
        width = now;
        done |= width <= PRECISION * high.factor;
      }
    }

    Tolerance result() {
      return new Tolerance(
          share, slower, high == null ? OptionalDouble.empty() : OptionalDouble.of(high.factor));
    }
  }

  /**
   * Searches the tolerances of all shares and slowdowns at once. A run's time never falls when a
   * factor grows, and is convex in the factor, except for jumps where a receive from any source
   * takes another message.
   *
   * @param path components of the run's time, see {@link CriticalPath#byShare}
   * @param slower the slowdowns as shares of the run's time, each above 0
   * @param progress receives the number of calls that the current evaluation has replayed, from
   *     time to time
   * @return by share, then by slowdown; empty if the program has to run in order of simulated time
   * @throws ReplayException with the reason, if the program has an error
   */
  public static Optional<List<Tolerance>> of(
      Programs programs,
      Lane lane,
      Map<Share, Double> path,
      List<Double> slower,
      LongConsumer progress) {
    double base = path.values().stream().mapToDouble(Double::doubleValue).sum();
    List<Search> searches = Arrays.stream(Share.values())
        .flatMap(share -> slower.stream()
            .map(part -> new Search(share, part, base, path.getOrDefault(share, 0.0))))
        .toList();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Search> open = searches.stream().filter(search -> !search.done).toList();
      if (open.isEmpty()) {
        break;
      }
      double[] factors = open.stream().mapToDouble(Search::next).toArray();
      double[] times = seconds(programs, lane, slowdowns(open, factors), progress);
      if (times.length == 0) {
        return Optional.empty();
      }
      for (int i = 0; i < times.length; i++) {
        open.get(i).found(factors[i], times[i]);
      }
    }
    return Optional.of(searches.stream().map(Search::result).toList());
  }

  private static List<Slowdown> slowdowns(List<Search> searches, double[] factors) {
    return IntStream.range(0, factors.length)
        .mapToObj(i -> Slowdown.of(searches.get(i).share, factors[i]))
        .toList();
  }

  /**
   * Searches the tolerances with at most {@link #MOST_REPLAYS} long replays. Replays for different
   * shares run together.
   *
   * @param base the run's time
   * @param path the derivative of the time with respect to a factor on each share
   * @param replay gives the run's time for each slowdown
   */
  public static List<Tolerance> byReplays(
      double base,
      Map<Share, Double> path,
      List<Double> slower,
      Function<List<Slowdown>, double[]> replay) {
    List<ShareSearch> searches = Arrays.stream(Share.values())
        .map(share -> new ShareSearch(share, slower, base, path.getOrDefault(share, 0.0) / base))
        .toList();
    int left = MOST_REPLAYS;
    while (true) {
      List<ShareSearch> open =
          searches.stream().filter(ShareSearch::isOpen).limit(left).toList();
      left -= open.size();
      if (open.isEmpty()) {
        return searches.stream().flatMap(search -> search.results().stream()).toList();
      }
      double[] factors = open.stream().mapToDouble(ShareSearch::next).toArray();
      double[] times = replay.apply(IntStream.range(0, factors.length)
          .mapToObj(i -> Slowdown.of(open.get(i).share(), factors[i]))
          .toList());
      for (int i = 0; i < times.length; i++) {
        open.get(i).found(factors[i], times[i]);
      }
    }
  }

  /** The run's times on a machine with several slowdowns; empty if the program has to run in order of simulated time. */
  private static double[] seconds(
      Programs programs, Lane lane, List<Slowdown> slowdowns, LongConsumer progress) {
    List<Lane> lanes = Collections.nCopies(slowdowns.size(), lane);
    double[] seconds = new double[slowdowns.size()];
    Optional<LaneProgram> inTime =
        LaneGroups.of(programs, lanes, slowdowns, progress, (run, columns, right) -> {
          for (int i = 0; i < columns.length; i++) {
            int last = run.ranks().last(columns[i]);
            seconds[right[i]] = Picos.seconds(run.ranks().picos(last, columns[i]));
          }
        });
    return inTime.isEmpty() ? seconds : new double[0];
  }
}
