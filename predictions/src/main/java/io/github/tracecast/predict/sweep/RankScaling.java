package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.model.FitRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;

/**
 * How the predicted time follows the number of ranks, the other axes standing still.
 *
 * @param line values of the other axes, empty where there are none
 * @param weak whether each rank computes about as much whatever the number of ranks; otherwise the whole stays about the same
 * @param steps by ascending ranks, at least two
 */
public record RankScaling(String line, boolean weak, List<Step> steps) {
  /** A turn of the curve, in powers of the ranks, that is no bend yet. */
  private static final double STRAIGHT = 0.1;

  /**
   * A number of ranks.
   *
   * @param fits the range of the time from the interval of extrapolated computation; empty if there is none
   * @param speedUp work done in a second, relative to the fewest ranks
   * @param efficiency the speed-up as a share of that of the ranks, 1 for the fewest
   */
  public record Step(
      int point,
      int ranks,
      double seconds,
      Optional<FitRange> fits,
      double speedUp,
      double efficiency) {

    /** What a figure that falls with the time is at the end of the range with the longest time. */
    public double atLongest(double figure) {
      return fits.isEmpty() ? figure : figure * seconds / fits.get().highSeconds();
    }

    /** What a figure that falls with the time is at the end of the range with the shortest time. */
    public double atShortest(double figure) {
      return fits.isEmpty() ? figure : figure * seconds / fits.get().lowSeconds();
    }
  }

  public RankScaling {
    steps = List.copyOf(steps);
  }

  /** The curves of a result, one for each combination of the other axes; none where ranks are not varied. */
  public static List<RankScaling> of(SweepResult result) {
    SweepPlan plan = result.plan();
    Map<String, List<Integer>> lines = new LinkedHashMap<>();
    if (plan.varies(SweptTraces.RANKS)) {
      for (int point = 0; point < plan.size(); point++) {
        if (result.outcomes().get(point) instanceof Outcome.Predicted) {
          lines.computeIfAbsent(others(plan, point), line -> new ArrayList<>()).add(point);
        }
      }
    }
    List<RankScaling> all = new ArrayList<>();
    lines.forEach((line, points) -> {
      if (points.size() > 1) {
        all.add(of(line, points, result));
      }
    });
    return all;
  }

  private static String others(SweepPlan plan, int point) {
    StringJoiner line = new StringJoiner(", ");
    for (int axis = 0; axis < plan.axes().size() && !plan.zipped(); axis++) {
      if (!plan.axes().get(axis).key().equals(SweptTraces.RANKS)) {
        line.add(plan.axes().get(axis).key() + "=" + plan.textAt(axis, point));
      }
    }
    return line.toString();
  }

  private static int ranks(SweepPlan plan, int point) {
    for (int axis = 0; axis < plan.axes().size(); axis++) {
      if (plan.axes().get(axis).key().equals(SweptTraces.RANKS)) {
        return SweptTraces.number(plan.textAt(axis, point));
      }
    }
    throw new IllegalArgumentException("ranks are not varied");
  }

  private static RankScaling of(String line, List<Integer> points, SweepResult result) {
    SweepPlan plan = result.plan();
    List<Integer> sorted = new ArrayList<>(points);
    sorted.sort(Comparator.comparingInt(point -> ranks(plan, point)));
    int first = sorted.getFirst();
    boolean weak = isWeak(result, first, sorted.getLast());
    List<Step> steps = new ArrayList<>();
    for (int point : sorted) {
      double seconds = result.seconds(point).getAsDouble();
      double growth = (double) ranks(plan, point) / ranks(plan, first);
      double faster = result.seconds(first).getAsDouble() / seconds;
      double speedUp = weak ? faster * growth : faster;
      Optional<FitRange> fits = predicted(result, point).fits();
      steps.add(new Step(point, ranks(plan, point), seconds, fits, speedUp, speedUp / growth));
    }
    return new RankScaling(line, weak, steps);
  }

  /** Whether the computation of a rank follows the ranks less than their square root. */
  private static boolean isWeak(SweepResult result, int first, int last) {
    double growth = (double) ranks(result.plan(), last) / ranks(result.plan(), first);
    double computation = predicted(result, last).compute().mean()
        / predicted(result, first).compute().mean();
    return !(computation < 1 / Math.sqrt(growth));
  }

  private static Outcome.Predicted predicted(SweepResult result, int point) {
    return (Outcome.Predicted) result.outcomes().get(point);
  }

  /** The step at which the curve of time over ranks, both as logarithms, turns upwards most; empty where it is straight. */
  public OptionalInt bend() {
    int bend = -1;
    double most = STRAIGHT;
    for (int i = 1; i + 1 < steps.size(); i++) {
      double turn = slope(i) - slope(i - 1);
      if (turn > most) {
        most = turn;
        bend = i;
      }
    }
    return bend < 0 ? OptionalInt.empty() : OptionalInt.of(bend);
  }

  private double slope(int from) {
    Step a = steps.get(from);
    Step b = steps.get(from + 1);
    return Math.log(b.seconds() / a.seconds()) / Math.log((double) b.ranks() / a.ranks());
  }

  /** Whether any time has a range from the interval of extrapolated computation. */
  public boolean hasFits() {
    return steps.stream().anyMatch(step -> step.fits().isPresent());
  }

  /** What scales, in words. */
  public String kind() {
    return weak ? "weak: each rank computes as much" : "strong: all ranks together compute as much";
  }

  /** Where the curve bends, in words. */
  public String bendText() {
    return bend().isEmpty()
        ? "The curve has no bend in this range."
        : "The curve bends at " + steps.get(bend().getAsInt()).ranks() + " ranks.";
  }
}
