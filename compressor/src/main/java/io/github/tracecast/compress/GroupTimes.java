package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times of all executions of one call on several ranks. The recorder has united the ranks into
 * groups as {@link DeltaGroups} does. Each of these ranks passes the same object to its {@link
 * FoldedTask}, at the same position of its program. The programs of these ranks differ only in
 * values. Only the task of the smallest rank adds the times to the trace. An instance belongs to
 * one call. Not thread-safe.
 */
public final class GroupTimes extends Times {
  private final Map<Delta.Kind, List<DeltaGroups.Group>> groups = new EnumMap<>(Delta.Kind.class);
  private final Map<Delta.Kind, Double> sums = new EnumMap<>(Delta.Kind.class);
  private RankList ranks = RankList.EMPTY;

  /**
   * The times of one kind for a group of ranks: either computation before the call, or time inside
   * the call.
   */
  public static final class Group {
    private final DeltaProfile profile;

    /**
     * Creates the times of a group of ranks. {@link #path} adds the times of paths.
     *
     * @param positions the times at each position in the enclosing loops, in order; empty if
     *     positions are not distinguished
     * @param executions the times of each execution, summed over the ranks
     */
    public Group(List<DeltaSummary> positions, ExecutionTimes executions) {
      profile = new DeltaProfile(true, positions.toArray(DeltaSummary[]::new), executions);
    }

    /**
     * Adds the times after one call site, or with {@link Delta#AFTER_NOTHING} the time at the start
     * of the program.
     */
    public void path(int after, DeltaSummary spread) {
      profile.add(after, spread);
    }
  }

  /** @param compute the unit of the computation before the call */
  public GroupTimes(Unit compute) {
    super(compute);
  }

  /**
   * Adds a group. The groups of a kind must be disjoint, and both kinds must have the same ranks.
   */
  public void group(Delta.Kind kind, RankList members, Group group) {
    groups
        .computeIfAbsent(kind, k -> new ArrayList<>())
        .add(new DeltaGroups.Group(members, group.profile, null));
    sums.merge(kind, group.profile.sum(), Double::sum);
    ranks = ranks.union(members);
  }

  @Override
  @Nullable DeltaLog deltas(CompressOptions options) {
    return options.deltas() == CompressOptions.Deltas.NONE ? null : new DeltaLog(options, this);
  }

  private boolean isIn(int slot) {
    return slot == slot(DeltaLog.kind(slot));
  }

  /** Returns the smallest rank, whose task adds the times to the trace. */
  int first() {
    return ranks.min();
  }

  /** Returns the total time of an average rank in a slot. */
  double perRank(int slot) {
    return isIn(slot) ? sums.getOrDefault(DeltaLog.kind(slot), 0.0) / ranks.size() : 0;
  }

  /** Returns the groups of a slot; empty if the slot has none. */
  List<DeltaGroups.Group> groups(int slot) {
    return isIn(slot) ? groups.getOrDefault(DeltaLog.kind(slot), List.of()) : List.of();
  }
}
