package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.RankList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The times of one kind and unit at one event, by rank group.
 *
 * <p>Two groups stay apart where they lastingly differ: their means differ by more than {@link #RELATIVE}, by more than {@link
 * #SIGNIFICANT} standard errors, and by more than {@link #MATERIAL} of what a rank spends in the whole run; by path or by position.
 * There are {@link #GROUPS} groups and {@link #SECTIONS} sections of ranks at most: beyond that, those that differ least are united.
 * One thread; merging takes over both operands.
 */
final class DeltaGroups {
  private static final double RELATIVE = 0.1;
  private static final double SIGNIFICANT = 3;
  private static final double MATERIAL = 0.001;
  private static final int GROUPS = 8;
  private static final int SECTIONS = 64;

  /** Positions are written where they leave less than this part of the scatter that paths leave. */
  private static final double EXPLAINED = 0.7;

  /** Positions of which each has a histogram of its own; more have minimum, average and maximum. */
  private static final int DETAILED_POSITIONS = 8;

  private record Group(RankList ranks, DeltaProfile profile, double[] all) {}

  private final List<Group> groups;

  private DeltaGroups(List<Group> groups) {
    this.groups = groups;
  }

  /** @param all each value in order, or null where they were summed up */
  static DeltaGroups of(RankList ranks, DeltaProfile profile, double[] all) {
    return new DeltaGroups(List.of(new Group(ranks, profile, all)));
  }

  /** @param work what a rank spends in the whole run, in the unit of these times */
  DeltaGroups merged(DeltaGroups other, DeltaDetail detail, double work, Unions unions) {
    List<Group> both = new ArrayList<>(groups);
    both.addAll(other.groups);
    if (detail == DeltaDetail.SHARED) {
      while (both.size() > 1) {
        unite(both, 0, both.size() - 1, unions);
      }
    } else if (detail == DeltaDetail.GROUPS) {
      gather(both, work, unions);
    }
    return new DeltaGroups(both);
  }

  private static void gather(List<Group> groups, double work, Unions unions) {
    while (groups.size() > 1) {
      int one = 0;
      int two = 1;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < groups.size(); i++) {
        for (int j = i + 1; j < groups.size(); j++) {
          double difference = difference(groups.get(i), groups.get(j), work);
          if (difference < least) {
            least = difference;
            one = i;
            two = j;
          }
        }
      }
      if (least > 0 && groups.size() <= GROUPS && sections(groups) <= SECTIONS) {
        return;
      }
      unite(groups, one, two, unions);
    }
  }

  private static int sections(List<Group> groups) {
    int sections = 0;
    for (Group group : groups) {
      sections += group.ranks.sections().size();
    }
    return sections;
  }

  private static void unite(List<Group> groups, int one, int two, Unions unions) {
    Group later = groups.remove(two);
    Group first = groups.get(one);
    first.profile.unite(later.profile);
    groups.set(one, new Group(unions.of(first.ranks, later.ranks), first.profile, null));
  }

  /** How much a rank of the one spends more or less than one of the other, in all; 0 where that is no lasting difference. */
  private static double difference(Group one, Group two, double work) {
    double byPath = one.profile.difference(
        two.profile, one.ranks.size(), two.ranks.size(), RELATIVE, SIGNIFICANT);
    return byPath > MATERIAL * work ? byPath : 0;
  }

  /** Adds what the trace keeps. */
  void addTo(
      List<Delta> deltas, int slot, CompressOptions options, double work, IntUnaryOperator site) {
    for (Group group : groups) {
      if (group.all != null) {
        deltas.add(delta(slot, Delta.AFTER_ANY, group.ranks, singles(group.all)));
      } else if (usePositions(group, work)) {
        Spread[] positions = group.profile.byPosition();
        List<Distribution> each = new ArrayList<>();
        for (Spread position : positions) {
          each.add(
              positions.length <= DETAILED_POSITIONS
                  ? position.distribution(options.buckets())
                  : position.totals());
        }
        deltas.add(delta(slot, Delta.AFTER_ANY, group.ranks, each));
      } else {
        for (int i = 0; i < group.profile.pathCount(); i++) {
          deltas.add(delta(
              slot,
              site.applyAsInt(group.profile.pathAt(i)),
              group.ranks,
              List.of(group.profile.spread(i).distribution(options.buckets()))));
        }
      }
    }
  }

  private static boolean usePositions(Group group, double work) {
    Spread[] positions = group.profile.byPosition();
    if (positions == null || group.profile.count() < 2L * positions.length * group.ranks.size()) {
      return false;
    }
    double left = 0;
    double spent = 0;
    for (Spread position : positions) {
      left += position.scatter();
      spent += position.sum();
    }
    double byPath = 0;
    for (int i = 0; i < group.profile.pathCount(); i++) {
      byPath += group.profile.spread(i).scatter();
    }
    return left < EXPLAINED * byPath && spent > MATERIAL * work * group.ranks.size();
  }

  private static List<Distribution> singles(double[] values) {
    List<Distribution> each = new ArrayList<>(values.length);
    for (double value : values) {
      each.add(new Distribution.MinAvgMax(1, value, value, value));
    }
    return each;
  }

  private static Delta delta(int slot, int after, RankList ranks, List<Distribution> each) {
    return new Delta(DeltaLog.kind(slot), DeltaLog.unit(slot), after, ranks, each);
  }
}
