package io.github.tracecast.repair.times;

import io.github.tracecast.repair.times.PathFit.Fit;
import io.github.tracecast.repair.times.PathFit.Group;
import io.github.tracecast.repair.times.RankContexts.Path;
import io.github.tracecast.repair.times.RankContexts.Pattern;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/** The shared histogram of the time before an event after one previous call, and the contexts that the histogram mixes. One thread. */
final class SharedPath {
  /** The largest accepted difference between the recorder's counts and the program's counts, as a share. */
  private static final double COUNTS_DIFFER = 0.01;

  private static final int MOST = 24;

  final Path path;
  final Delta delta;
  private final Modes recorded;
  private final int callSite;
  final List<Group> groups;

  /** The patterns by rank, ascending. */
  final Map<Integer, Pattern> patterns;

  private final ExtremeRanks extremes;

  private List<Fit> fits = List.of();
  private int chosen;
  private double[][] totals = {};

  private SharedPath(
      Path path,
      Delta delta,
      Modes modes,
      int callSite,
      List<Group> groups,
      Map<Integer, Pattern> patterns) {
    this.path = path;
    this.delta = delta;
    this.recorded = modes;
    this.callSite = callSite;
    this.groups = groups;
    this.patterns = patterns;
    this.extremes = new ExtremeRanks(
        ((Distribution.Histogram) delta.byExecution().getFirst()).extremes(), groups, patterns);
  }

  /** @return null if the histogram does not match the programs' executions */
  static @Nullable SharedPath of(
      Path path, Delta delta, Map<Integer, Pattern> patterns, int callSite) {
    Distribution.Histogram histogram =
        (Distribution.Histogram) delta.byExecution().getFirst();
    Map<Context, Long> counts = new LinkedHashMap<>();
    new TreeMap<>(patterns).values().forEach(pattern -> {
      for (int at = 0; at < pattern.counts().length; at++) {
        if (pattern.at().get(at) != null) {
          counts.merge(pattern.at().get(at), pattern.counts()[at], Long::sum);
        }
      }
    });
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    Modes modes = new Modes(histogram.bins());
    if (Math.abs(total - modes.total()) > 2 + COUNTS_DIFFER * total) {
      return null;
    }
    List<Group> groups = counts.entrySet().stream()
        .map(entry -> new Group(entry.getKey(), entry.getKey().role(callSite), entry.getValue()))
        .toList();
    return new SharedPath(path, delta, modes, callSite, groups, new TreeMap<>(patterns));
  }

  /** Whether the histogram has only one mode. */
  boolean simple() {
    return recorded.size() == 1;
  }

  /** Adds the known time of each group to a consensus. */
  void addTo(Consensus consensus) {
    for (int number = 0; number < groups.size(); number++) {
      Group group = groups.get(number);
      consensus.add(path, group, group.context().step(callSite), modes().mean(mode(number)));
    }
  }

  void fit(Consensus consensus) {
    ToDoubleBiFunction<Context, Double> opinion = (context, mean) ->
        consensus.price(path, context.role(callSite), context.step(callSite), mean);
    List<Fit> found = new ArrayList<>(new PathFit(recorded, groups, opinion, extremes).fits());
    for (Fit fit : List.copyOf(found)) {
      found.addAll(new WideBins(groups, fit, opinion, extremes).fits());
    }
    found.sort(Comparator.comparingDouble(Fit::price));
    fits = found.subList(0, Math.min(MOST, found.size()));
    chosen = 0;
    totals = new double[fits.size()][];
  }

  List<Fit> fits() {
    return fits;
  }

  void choose(int fit) {
    chosen = fit;
  }

  int chosen() {
    return chosen;
  }

  Modes modes() {
    return fits.isEmpty() ? recorded : fits.get(chosen).of();
  }

  /** Returns the mode of a group in the chosen fit. */
  int mode(int group) {
    return fits.isEmpty() ? 0 : fits.get(chosen).modes()[group];
  }

  /** Returns the mode of each context in the chosen fit. */
  Map<Context, Integer> modeOf() {
    Map<Context, Integer> modeOf = new LinkedHashMap<>();
    for (int group = 0; group < groups.size(); group++) {
      modeOf.put(groups.get(group).context(), mode(group));
    }
    return modeOf;
  }

  /** Whether contexts have different modes. */
  boolean mixed() {
    return modeOf().values().stream().distinct().count() > 1;
  }

  /** Returns each rank's total computation on this path under a fit, over all executions. */
  double[] totals(int fit, int ranks) {
    if (totals[fit] == null) {
      double[] ofRanks = new double[ranks];
      Fit of = fits.get(fit);
      ModeShares shares = new ModeShares(of.of(), of.given(groups));
      Map<Context, Double> means = new HashMap<>();
      for (int group = 0; group < groups.size(); group++) {
        means.put(groups.get(group).context(), shares.mean(of.modes()[group]));
      }
      patterns.forEach((rank, pattern) -> {
        for (int at = 0; at < pattern.counts().length; at++) {
          if (pattern.at().get(at) != null) {
            ofRanks[rank] += pattern.counts()[at]
                * Objects.requireNonNull(means.get(pattern.at().get(at)));
          }
        }
      });
      totals[fit] = ofRanks;
    }
    return totals[fit];
  }

  /** Returns the time that a fit and the chosen fit assign to different executions, in the delta's unit. */
  double moved(int fit) {
    Fit mine = fits.get(chosen);
    Fit other = fits.get(fit);
    double moved = 0;
    for (int group = 0; group < groups.size(); group++) {
      moved += groups.get(group).count()
          * Math.abs(mine.of().mean(mine.modes()[group]) - other.of().mean(other.modes()[group]));
    }
    return moved;
  }
}
