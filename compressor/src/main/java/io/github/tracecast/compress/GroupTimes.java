package io.github.tracecast.compress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The times of all executions of one call of several ranks, which were united by groups of ranks before, as {@link
 * DeltaGroups} unites them. All these ranks take them to their {@link FoldedTask}, at the same place of programs that are the same but
 * for values; the smallest one's hands them on to the trace. One use, one thread.
 */
public final class GroupTimes extends Times {
  private final Map<Delta.Kind, List<DeltaGroups.Group>> groups = new EnumMap<>(Delta.Kind.class);
  private final Map<Delta.Kind, Double> sums = new EnumMap<>(Delta.Kind.class);
  private RankList ranks = RankList.EMPTY;

  /** What is known of one kind of times of one group. */
  public static final class Group {
    private final DeltaProfile profile;

    /**
     * Begins a group of ranks.
     *
     * @param positions what is known of each position in the loops around the call, the first first; none where they are not told apart
     * @param executions of all ranks together what each execution took; null where executions are not told apart
     */
    public Group(List<Spread> positions, ExecutionTimes executions) {
      profile = new DeltaProfile(true, positions.toArray(Spread[]::new), executions);
    }

    /** Adds what is known after one call site, {@link Delta#AFTER_NOTHING} for none. */
    public void path(int after, Spread spread) {
      profile.add(after, spread);
    }
  }

  /** @param compute what computation before the call is in */
  public GroupTimes(Unit compute) {
    super(compute);
  }

  /** Adds a group; all groups of a kind are disjoint, and both kinds have the same ranks. */
  public void group(Delta.Kind kind, RankList members, Group group) {
    groups
        .computeIfAbsent(kind, k -> new ArrayList<>())
        .add(new DeltaGroups.Group(members, group.profile, null));
    sums.merge(kind, group.profile.sum(), Double::sum);
    ranks = ranks.union(members);
  }

  @Override
  DeltaLog deltas(CompressOptions options) {
    return options.deltas() == CompressOptions.Deltas.NONE ? null : new DeltaLog(options, this);
  }

  private boolean isIn(int slot) {
    return slot == slot(DeltaLog.kind(slot));
  }

  /** The rank that hands them on. */
  int first() {
    return ranks.min();
  }

  /** What a rank spends in the mean. */
  double perRank(int slot) {
    return isIn(slot) ? sums.getOrDefault(DeltaLog.kind(slot), 0.0) / ranks.size() : 0;
  }

  /** The groups; none where nothing is known of a slot. */
  List<DeltaGroups.Group> groups(int slot) {
    return isIn(slot) ? groups.getOrDefault(DeltaLog.kind(slot), List.of()) : List.of();
  }
}
