package io.github.tracecast.simulate.criticalpath;

import io.github.tracecast.simulate.lanes.Share;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Searches, by replays that take long, the tolerance of one share for each slowdown. The search may
 * stop before all tolerances are found. Each replay narrows the interval of every tolerance. The
 * next replay is for the slowdown whose nearest replay is farthest from it. The run's time need not
 * be convex in the factor, because it may jump, and even fall, where messages overtake each other.
 */
final class ShareSearch {
  /** The search for a slowdown ends if a replay misses it by at most this share: by 0.01% for a slowdown of 1%. */
  private static final double MOST_MISS = 0.01;

  /** The value that replaces {@link #MOST_MISS} for the result after the last replay. */
  private static final double MOST_MISS_AT_LAST = 0.05;

  /** If the tried factors below and above a slowdown differ by at most this share of (factor - 1), the time jumps between them. */
  private static final double JUMP = 0.01;

  /** The largest growth of (factor - 1) from one replay to the next while no run is slow enough. */
  private static final double STEP = 64;

  private final Share share;
  private final List<Double> slower;
  private final double base;

  /** The derivative of the run's relative growth with respect to the factor, at factor 1. */
  private final double slope;

  /** For each replayed factor, the relative growth of the run's time: 0.01 for a run that is slower by 1%. */
  private final TreeMap<Double, Double> growths = new TreeMap<>(Map.of(1.0, 0.0));

  /** For each slowdown, the number of its replays. */
  private final int[] tries;

  /** @param base the time of the run without a slowdown */
  ShareSearch(Share share, List<Double> slower, double base, double slope) {
    this.share = share;
    this.slower = slower;
    this.base = base;
    this.slope = slope;
    this.tries = new int[slower.size()];
  }

  Share share() {
    return share;
  }

  /** Whether another replay may narrow a tolerance. A run without time has no tolerance. */
  boolean isOpen() {
    return base > 0 && slower.stream().anyMatch(slowdown -> !isFound(slowdown));
  }

  private boolean isFound(double slowdown) {
    if (miss(slowdown) <= MOST_MISS) {
      return true;
    }
    double high = high(slowdown);
    return Double.isInfinite(high)
        ? growths.lastKey() >= Tolerance.MOST
        : high - low(slowdown) <= JUMP * (high - 1);
  }

  /** The factor of the next replay. */
  double next() {
    double slowdown = slower.stream()
        .filter(one -> !isFound(one))
        .max(Comparator.comparingDouble(this::miss).thenComparingDouble(one -> one))
        .orElseThrow();
    int attempt = tries[slower.indexOf(slowdown)]++;
    double low = low(slowdown);
    double high = high(slowdown);
    double bySlope = low == 1 && slope > 0 ? 1 + slowdown / slope : Double.POSITIVE_INFINITY;
    if (Double.isInfinite(high)) {
      double most = Math.min(Tolerance.MOST, 1 + STEP * (low == 1 ? slowdown : low - 1));
      double line = low == 1 ? bySlope : factorOnLine(growths.lowerEntry(low), low, slowdown);
      return line > low && line < most ? line : most;
    }
    if (bySlope < high) {
      return bySlope;
    }
    Map.Entry<Double, Double> higher = growths.higherEntry(high);
    double line = higher == null ? high : factorOnLine(higher, high, slowdown);
    return switch (attempt % 3) {
      case 0 -> line > low && line < high ? line : between(low, high, slowdown);
      case 1 -> between(low, high, slowdown);
      default -> 1 + (low == 1 ? (high - 1) / 4 : Math.sqrt((low - 1) * (high - 1)));
    };
  }

  void found(double factor, double seconds) {
    growths.put(factor, seconds / base - 1);
  }

  List<Tolerance> results() {
    return slower.stream()
        .map(slowdown ->
            new Tolerance(share, slowdown, base > 0 ? factor(slowdown) : OptionalDouble.empty()))
        .toList();
  }

  private OptionalDouble factor(double slowdown) {
    double high = high(slowdown);
    if (miss(slowdown) <= MOST_MISS_AT_LAST) {
      return OptionalDouble.of(nearest(slowdown).getKey());
    }
    if (Double.isInfinite(high)) {
      double last = growths.lastKey();
      return last < Tolerance.MOST ? OptionalDouble.of(last) : OptionalDouble.empty();
    }
    double low = low(slowdown);
    boolean jumps = growths.getOrDefault(high, 0.0) > 2 * slowdown; // too far apart to interpolate
    return OptionalDouble.of(isFound(slowdown) ? high : jumps ? low : between(low, high, slowdown));
  }

  private double miss(double slowdown) {
    return Math.abs(nearest(slowdown).getValue() - slowdown) / slowdown;
  }

  private Map.Entry<Double, Double> nearest(double slowdown) {
    return growths.entrySet().stream()
        .min(Comparator.comparingDouble(point -> Math.abs(point.getValue() - slowdown)))
        .orElseThrow();
  }

  /** The smallest replayed factor whose run has at least this slowdown; infinite if there is none. */
  private double high(double slowdown) {
    return growths.entrySet().stream()
        .filter(point -> point.getValue() >= slowdown)
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The largest replayed factor below {@link #high}. */
  private double low(double slowdown) {
    return growths.lowerKey(high(slowdown));
  }

  /**
   * Returns the factor for a slowdown between two replayed factors. The growth is assumed to be a
   * power of (factor - 1), or linear if a run did not become slower.
   */
  private double between(double low, double high, double slowdown) {
    double lowGrowth = growths.getOrDefault(low, 0.0);
    double highGrowth = growths.getOrDefault(high, 0.0);
    if (low == 1 || lowGrowth <= 0) {
      return low + (high - low) * (slowdown - lowGrowth) / (highGrowth - lowGrowth);
    }
    double part = Math.log(slowdown / lowGrowth) / Math.log(highGrowth / lowGrowth);
    return 1 + (low - 1) * Math.pow((high - 1) / (low - 1), part);
  }

  /** The factor at which the line through two points reaches a slowdown; infinite or below 1 if it never does. */
  private double factorOnLine(Map.Entry<Double, Double> one, double other, double slowdown) {
    double growth = growths.getOrDefault(other, 0.0);
    return other + (slowdown - growth) * (one.getKey() - other) / (one.getValue() - growth);
  }
}
