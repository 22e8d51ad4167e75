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
 * The times of all executions of one call of several ranks. Before, groups of ranks were united
 * as in {@link DeltaGroups} does. All these ranks give them to their {@link FoldedTask}, at
 * the same place of programs that differ only in values. The task of the smallest rank delivers
 * them to the trace. Each instance is used once. Not thread-safe.
 */
public final class GroupTimes extends Times {
  private final Map<Delta.Kind, List<DeltaGroups.Group>> groups = new EnumMap<>(Delta.Kind.class);
  private final Map<Delta.Kind, Double> sums = new EnumMap<>(Delta.Kind.class);
  private RankList ranks = RankList.EMPTY;

  /** The times of a group of ranks: its computation, or its time inside calls. */
  public static final class Group {
    private final DeltaProfile profile;

    /**
     * Begins a group of ranks.
     *
     * @param positions times of each position in the enclosing loops, in order; empty if positions
     *     are not distinguished
     * @param executions times of each execution of all ranks together
     */
    public Group(List<DeltaSummary> positions, ExecutionTimes executions) {
      profile = new DeltaProfile(true, positions.toArray(DeltaSummary[]::new), executions);
    }

    /** Adds the times after one call site; {@link Delta#AFTER_NOTHING} for none. */
    public void path(int after, DeltaSummary spread) {
      profile.add(after, spread);
    }
  }

  /** @param compute unit of the computation before the call */
  public GroupTimes(Unit compute) {
    super(compute);
  }

  /** Adds a group. All groups of a kind are disjoint, and both kinds have the same ranks. */
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

  /** Returns the rank that delivers the times. */
  int first() {
    return ranks.min();
  }

  /** Returns the average per rank. */
  double perRank(int slot) {
    return isIn(slot) ? sums.getOrDefault(DeltaLog.kind(slot), 0.0) / ranks.size() : 0;
  }

  /** Returns the groups; empty if a slot has none. */
  List<DeltaGroups.Group> groups(int slot) {
    return isIn(slot) ? groups.getOrDefault(DeltaLog.kind(slot), List.of()) : List.of();
  }
}
