package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Delta.Kind;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reduces the detail of a recording's times. A call keeps the more detail, the larger its share of
 * the run. The sums of the times stay the same within the rounding of {@link RoundedTimes}.
 *
 * <p>The share of a call is its computation divided by the computation of an average rank, for each
 * group of ranks. A call with a share of at least {@link #DETAILED} keeps all bins. A call with a
 * share of at least {@link #MATERIAL} keeps {@link #FEW_BINS} bins. A call with a smaller share
 * keeps count, minimum, average and maximum of all paths together.
 *
 * <p>Times inside calls are kept in few bins, without paths and positions, because a replay
 * computes these times. Groups of ranks stay separate if these times differ by more than {@link
 * #INSIDE_APART} of a rank's run time.
 */
public final class MaterialTimes {
  static final double MATERIAL = DeltaGroups.MATERIAL;
  static final double DETAILED = 1e-3;
  static final double INSIDE_APART = 1e-2;
  static final int FEW_BINS = 4;

  /** The computation of an average rank, by unit. */
  private final double[] compute = new double[Unit.values().length];

  /** The time of an average rank inside MPI calls. */
  private double inside;

  private MaterialTimes(Trace trace) {
    for (Event event : trace.events()) {
      for (Delta delta : event.deltas()) {
        double each = sum(delta.byExecution()) / trace.header().ranks();
        if (delta.kind() == Kind.COMPUTE) {
          compute[delta.unit().ordinal()] += each;
        } else if (delta.unit() == Unit.MICROSECONDS) {
          inside += each;
        }
      }
    }
  }

  private static double sum(List<Distribution> distributions) {
    return distributions.stream().mapToDouble(Distribution::sum).sum();
  }

  private static double total(List<Delta> group) {
    return group.stream().mapToDouble(delta -> sum(delta.byExecution())).sum();
  }

  /** Returns the trace with reduced times. Each call must have times for all of its executions. */
  public static Trace of(Trace trace) {
    MaterialTimes times = new MaterialTimes(trace);
    return trace.with(trace.events().stream().map(times::reduced).toList(), trace.header());
  }

  private Event reduced(Event event) {
    if (event.deltas().isEmpty()) {
      return event;
    }
    List<Delta> deltas = new ArrayList<>();
    for (Kind kind : Delta.TIMES) {
      for (Unit unit : Unit.values()) {
        Map<RankList, List<Delta>> groups = new LinkedHashMap<>();
        event.deltas().stream()
            .filter(delta -> delta.kind() == kind && delta.unit() == unit)
            .forEach(delta ->
                groups.computeIfAbsent(delta.ranks(), r -> new ArrayList<>()).add(delta));
        if (groups.isEmpty()) {
          continue;
        }
        if (kind == Kind.COMPUTE) {
          groups.values().forEach(group -> addComputation(group, deltas));
        } else {
          addInside(groups, deltas);
        }
      }
    }
    event.deltas().stream()
        .filter(delta -> delta.kind() == Kind.CALLS)
        .forEach(deltas::add); // counts of calls stay exact
    return new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), deltas);
  }

  private void addComputation(List<Delta> group, List<Delta> deltas) {
    Delta first = group.getFirst();
    double run = compute[first.unit().ordinal()] * first.ranks().size();
    if (total(group) <= MATERIAL * run) {
      deltas.add(joined(group, first.ranks(), 1));
      return;
    }
    for (Delta delta : group) {
      double sum = sum(delta.byExecution());
      int bins = sum > DETAILED * run ? Integer.MAX_VALUE : sum > MATERIAL * run ? FEW_BINS : 1;
      deltas.add(new Delta(
          delta.kind(),
          delta.unit(),
          delta.after(),
          delta.ranks(),
          delta.byExecution().stream()
              .map(each -> rounded(each, bins, sum > MATERIAL * run))
              .toList()));
    }
  }

  private void addInside(Map<RankList, List<Delta>> groups, List<Delta> deltas) {
    double least = Double.MAX_VALUE;
    double most = 0;
    List<Delta> all = new ArrayList<>();
    RankList ranks = RankList.EMPTY;
    for (Map.Entry<RankList, List<Delta>> group : groups.entrySet()) {
      double each = total(group.getValue()) / group.getKey().size();
      least = Math.min(least, each);
      most = Math.max(most, each);
      all.addAll(group.getValue());
      ranks = ranks.union(group.getKey());
    }
    double run = inside + compute[Unit.MICROSECONDS.ordinal()];
    if (most - least <= INSIDE_APART * run) {
      deltas.add(joinedInside(all, ranks, run));
    } else {
      groups.forEach((members, group) -> deltas.add(joinedInside(group, members, run)));
    }
  }

  private static Delta joinedInside(List<Delta> group, RankList ranks, double run) {
    boolean many = total(group) > DETAILED * run * ranks.size();
    return joined(group, ranks, many ? FEW_BINS : 1);
  }

  /** Returns one delta with all times of several deltas, which applies after any event. */
  private static Delta joined(List<Delta> group, RankList ranks, int bins) {
    List<Distribution> all =
        group.stream().flatMap(delta -> delta.byExecution().stream()).toList();
    Delta first = group.getFirst();
    int after = group.size() == 1 ? first.after() : Delta.AFTER_ANY;
    Distribution one = bins == 1 ? totals(all) : histogram(all);
    return new Delta(first.kind(), first.unit(), after, ranks, List.of(rounded(one, bins, false)));
  }

  private static Distribution totals(List<Distribution> all) {
    long count = 0;
    double sum = 0;
    double min = Double.MAX_VALUE;
    double max = 0;
    for (Distribution one : all) {
      count += one.count();
      sum += one.sum();
      min = Math.min(min, one.min());
      max = Math.max(max, one.max());
    }
    return new Distribution.MinAvgMax(count, min, Math.clamp(sum / count, min, max), max);
  }

  private static Distribution histogram(List<Distribution> all) {
    if (all.size() == 1) {
      return all.getFirst();
    }
    DeltaSummary summary = new DeltaSummary(true);
    for (Distribution one : all) {
      summary.addDistribution(one);
    }
    return summary.distribution(CompressOptions.DEFAULT);
  }

  private static Distribution rounded(Distribution distribution, int bins, boolean fine) {
    Distribution fewer = distribution;
    if (distribution instanceof Distribution.Histogram histogram) {
      if (bins == 1) {
        fewer = totals(List.of(distribution));
      } else {
        List<Bin> left = new ArrayList<>(histogram.bins());
        Bins.fit(left, bins);
        fewer = new Distribution.Histogram(left, histogram.extremes());
      }
    }
    return RoundedTimes.rounded(fewer, fine).orElse(fewer);
  }
}
