package io.github.tracecast.compress;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.recorder.RecorderConstants;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The times of one kind and unit at one event, for each group of ranks.
 *
 * <p>The slowest rank determines how long a synchronisation takes. So two groups stay separate if
 * their total times per rank differ by more than {@link #MATERIAL} of a rank's run time, even if
 * the event takes only a small share of the run. Differences by path or position count only if they
 * exceed {@link #SIGNIFICANT} standard errors. There are at most {@link #GROUPS} groups, {@link
 * #SECTIONS} sections of ranks, and {@link #DISTRIBUTIONS} executions in all groups together. Above
 * one of these limits, the groups that differ least are united.
 *
 * <p>For each group, the trace has either executions, positions or paths. Executions are written if
 * {@link DeltaBudget} accepts them. Not thread-safe; merging consumes both operands.
 */
final class DeltaGroups {
  private static final double SIGNIFICANT = RecorderConstants.real("TC_SIGNIFICANT");
  static final double MATERIAL = RecorderConstants.real("TC_MATERIAL");
  private static final int GROUPS = RecorderConstants.integer("TC_GROUPS");
  private static final int SECTIONS = RecorderConstants.integer("TC_SECTIONS");
  private static final int DISTRIBUTIONS = RecorderConstants.integer("TC_DISTRIBUTIONS");

  /** Times by position are written if their scatter is below this fraction of the scatter of times by path. */
  private static final double EXPLAINED = 0.7;

  /**
   * The largest number of positions with separate histograms. With more positions, each position
   * has only minimum, average and maximum.
   */
  private static final int DETAILED_POSITIONS = RecorderConstants.integer("TC_DETAILED_POSITIONS");

  /** @param all each value in order; null if the values were summed up */
  record Group(RankList ranks, DeltaProfile profile, double @Nullable [] all) {
    /** Returns the total time of an average rank of the group. */
    double perRank() {
      return profile.sum() / ranks.size();
    }

    int executions() {
      return profile.executions().length();
    }
  }

  private final List<Group> groups;

  private DeltaGroups(List<Group> groups) {
    this.groups = groups;
  }

  /** @param all each value in order; null if the values were summed up */
  static DeltaGroups of(RankList ranks, DeltaProfile profile, double @Nullable [] all) {
    return new DeltaGroups(List.of(new Group(ranks, profile, all)));
  }

  /** Creates the times from groups of ranks that the recorder has united. */
  static DeltaGroups of(List<Group> groups) {
    return new DeltaGroups(List.copyOf(groups));
  }

  /**
   * Appends later executions of the same ranks. If the earlier and the later executions have
   * different groups, groups that share a rank are united.
   */
  DeltaGroups appended(DeltaGroups later) {
    Unions unions = new Unions();
    List<Group> mine = new ArrayList<>(groups);
    List<Group> others = new ArrayList<>(later.groups);
    while (uniteSharing(mine, others, unions) || uniteSharing(others, mine, unions)) {
      continue;
    }
    for (Group one : mine) {
      for (Group other : others) {
        if (one.ranks.intersects(other.ranks)) {
          one.profile.dropPositions();
          one.profile.append(other.profile);
        }
      }
    }
    return new DeltaGroups(mine);
  }

  /**
   * Unites the first two groups that share ranks with the same element of {@code others}. Returns
   * false if there are no two such groups.
   */
  private static boolean uniteSharing(List<Group> groups, List<Group> others, Unions unions) {
    for (Group other : others) {
      int first = -1;
      for (int i = 0; i < groups.size(); i++) {
        if (!groups.get(i).ranks.intersects(other.ranks)) {
          continue;
        }
        if (first >= 0) {
          unite(groups, first, i, unions);
          return true;
        }
        first = i;
      }
    }
    return false;
  }

  /**
   * @param work the total time of a rank in the whole run, including calls, in the unit of these
   *     times
   */
  DeltaGroups merged(DeltaGroups other, DeltaDetail detail, double work, Unions unions) {
    List<Group> both = new ArrayList<>(groups);
    both.addAll(other.groups);
    if (detail == DeltaDetail.SHARED) {
      uniteAll(both, unions);
    } else if (detail == DeltaDetail.GROUPS || detail == DeltaDetail.ITERATIONS) {
      if (both.stream().allMatch(group -> group.perRank() <= MATERIAL * work)) {
        both.forEach(group -> group.profile.dropExecutions());
        uniteAll(both, unions);
      } else {
        uniteSimilar(both, work, unions);
      }
    }
    return new DeltaGroups(both);
  }

  private static void uniteAll(List<Group> groups, Unions unions) {
    while (groups.size() > 1) {
      unite(groups, 0, groups.size() - 1, unions);
    }
  }

  private static void uniteSimilar(List<Group> groups, double work, Unions unions) {
    int count = groups.size();
    double[][] differences = new double[count][count];
    for (int i = 0; i < count; i++) {
      compare(groups, differences, i, i + 1, work);
    }
    while (groups.size() > 1) {
      int one = 0;
      int two = 1;
      for (int i = 0; i < groups.size(); i++) {
        for (int j = i + 1; j < groups.size(); j++) {
          if (differences[i][j] < differences[one][two]) {
            one = i;
            two = j;
          }
        }
      }
      if (differences[one][two] > 0 && fit(groups)) {
        return;
      }
      unite(groups, one, two, unions);
      remove(differences, two, groups.size());
      compare(groups, differences, one, 0, work);
    }
  }

  /** Fills in the differences between a group and all others. */
  private static void compare(
      List<Group> groups, double[][] differences, int group, int from, double work) {
    for (int i = from; i < groups.size(); i++) {
      if (i != group) {
        double difference = difference(groups.get(group), groups.get(i), work);
        differences[group][i] = difference;
        differences[i][group] = difference;
      }
    }
  }

  private static void remove(double[][] differences, int group, int left) {
    for (int i = group; i < left; i++) {
      differences[i] = differences[i + 1];
    }
    for (int i = 0; i < left; i++) {
      System.arraycopy(differences[i], group + 1, differences[i], group, left - group);
    }
  }

  private static boolean fit(List<Group> groups) {
    int sections = 0;
    long executions = 0;
    for (Group group : groups) {
      sections += group.ranks.sections().size();
      executions += group.executions();
    }
    return groups.size() <= GROUPS && sections <= SECTIONS && executions <= DISTRIBUTIONS;
  }

  private static void unite(List<Group> groups, int one, int two, Unions unions) {
    Group later = groups.remove(two);
    Group first = groups.get(one);
    first.profile.unite(later.profile);
    groups.set(one, new Group(unions.of(first.ranks, later.ranks), first.profile, null));
  }

  /**
   * Returns the total difference between a rank of one group and a rank of the other; 0 if the
   * difference is too small to keep the groups separate.
   */
  private static double difference(Group one, Group two, double work) {
    double difference =
        one.profile.difference(two.profile, one.ranks.size(), two.ranks.size(), SIGNIFICANT);
    return difference > MATERIAL * work ? difference : 0;
  }

  /**
   * Adds the deltas that the trace keeps.
   *
   * @param work the total time of a rank, as for {@link #merged}
   * @param price the times of executions are written if {@link DeltaBudget.Offer#worth} exceeds
   *     this price
   */
  void addTo(
      List<Delta> deltas,
      int slot,
      CompressOptions options,
      double work,
      double price,
      IntUnaryOperator site) {
    boolean separate = options.detail() != DeltaDetail.SHARED;
    int executions = separate && offerOfExecutions(work).worth() > price ? executions() : 0;
    for (Group group : executions > 0 ? groups : withoutExecutions(options.detail(), work)) {
      if (group.all != null) {
        deltas.add(delta(slot, Delta.AFTER_ANY, group.ranks, singles(group.all)));
      } else if (executions > 0 && group.executions() == executions) {
        deltas.add(
            delta(slot, Delta.AFTER_ANY, group.ranks, group.profile.executions().distributions()));
      } else if (separate && usePositions(group, work)) {
        DeltaSummary[] positions = group.profile.byPosition();
        boolean detailed = positions.length <= DETAILED_POSITIONS;
        List<Distribution> each = Arrays.stream(positions)
            .map(position -> detailed ? position.distribution(options) : position.totals())
            .toList();
        deltas.add(delta(slot, Delta.AFTER_ANY, group.ranks, each));
      } else {
        for (int i = 0; i < group.profile.pathCount(); i++) {
          deltas.add(delta(
              slot,
              site.applyAsInt(group.profile.pathAt(i)),
              group.ranks,
              List.of(group.profile.spread(i).distribution(options))));
        }
      }
    }
  }

  /** Returns the groups without times of executions, with similar groups united. */
  private List<Group> withoutExecutions(DeltaDetail detail, double work) {
    List<Group> left = new ArrayList<>(groups);
    left.forEach(group -> group.profile.dropExecutions());
    if (detail == DeltaDetail.GROUPS || detail == DeltaDetail.ITERATIONS) {
      uniteSimilar(left, work, new Unions());
    } else if (detail == DeltaDetail.SHARED) {
      uniteAll(left, new Unions()); // the recorder may have made several groups
    }
    return left;
  }

  /** Returns the benefit and the cost of writing the times of each execution. */
  DeltaBudget.Offer offerOfExecutions(double work) {
    int executions = executions();
    List<Group> alike =
        groups.stream().filter(group -> group.executions() == executions).toList();
    if (executions == 0 || alike.size() < 2) {
      return DeltaBudget.Offer.NONE;
    }
    double last = 0;
    for (int i = 0; i < executions; i++) {
      double latest = 0;
      for (Group group : alike) {
        latest = Math.max(latest, group.profile.executions().mean(i));
      }
      last += latest;
    }
    double kept = last - lastByPath(alike);
    return kept > MATERIAL * work
        ? new DeltaBudget.Offer(kept / work, alike.size() * executions)
        : DeltaBudget.Offer.NONE;
  }

  /** Returns the number of executions of the first group that distinguishes executions. */
  private int executions() {
    return groups.stream()
        .mapToInt(Group::executions)
        .filter(n -> n > 0)
        .findFirst()
        .orElse(0);
  }

  /** Returns the sum, over all paths, of the largest total time per rank among the groups. */
  private static double lastByPath(List<Group> groups) {
    Map<Integer, Double> latest = new LinkedHashMap<>();
    for (Group group : groups) {
      for (int i = 0; i < group.profile.pathCount(); i++) {
        double perRank = group.profile.spread(i).sum() / group.ranks.size();
        latest.merge(group.profile.pathAt(i), perRank, Math::max);
      }
    }
    double last = 0;
    for (double perRank : latest.values()) {
      last += perRank;
    }
    return last;
  }

  private static boolean usePositions(Group group, double work) {
    DeltaSummary[] positions = group.profile.byPosition();
    if (positions.length == 0
        || group.profile.count() < 2L * positions.length * group.ranks.size()) {
      return false;
    }
    double left = 0;
    double spent = 0;
    for (DeltaSummary position : positions) {
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
    return Arrays.stream(values)
        .<Distribution>mapToObj(value -> new Distribution.MinAvgMax(1, value, value, value))
        .toList();
  }

  private static Delta delta(int slot, int after, RankList ranks, List<Distribution> each) {
    return new Delta(DeltaLog.kind(slot), DeltaLog.unit(slot), after, ranks, each);
  }
}
