package io.github.tracecast.imports.internal.communicators;

import io.github.tracecast.imports.internal.communicators.Making.Bridge;
import io.github.tracecast.imports.internal.communicators.Making.Collective;
import io.github.tracecast.imports.internal.communicators.Making.Merge;
import io.github.tracecast.imports.internal.communicators.Making.Split;
import io.github.tracecast.trace.MpiCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the members of all communicators by executing the calls that make communicators, as MPI
 * does. A trace has only numbers of communicators that each rank assigned separately. A rank runs
 * up to a collective call and waits there for the other members of the old communicator. The last
 * member to arrive makes the new communicators. It takes O(ranks x calls that make communicators)
 * time. Not thread-safe.
 */
public final class CommunicatorReplay {
  /** The state of a rank while its calls are executed. */
  private static final class Rank {
    final int rank;
    final Iterator<Making> calls;
    final GroupReplay groups;
    final Map<Long, RunCommunicator> communicators = new HashMap<>();

    /** The collective call in which the rank waits; null if it does not wait. */
    @Nullable Collective call;

    /**
     * The number of communicators that have this rank as their only member. These communicators are
     * counted separately.
     */
    int singletons;

    Rank(int rank, Iterator<Making> calls, GroupReplay groups) {
      this.rank = rank;
      this.calls = calls;
      this.groups = groups;
    }

    Collective call() {
      return Objects.requireNonNull(call);
    }
  }

  /**
   * A rank that waits for ever in a call because other members never make this call.
   *
   * @param waiting the number of members that made the call
   */
  public record Stuck(int rank, Making call, int waiting) {}

  /** A group that waits for the other group of its inter-communicator to arrive. */
  private record Half(RankGroup group, List<Rank> members) {}

  private final MakingResults results;
  private final GroupTable groups;
  private final Rank[] ranks;
  private final ArrayDeque<Rank> ready = new ArrayDeque<>();

  /** The ranks that wait in a collective call, by the id of the old communicator. */
  private final Map<Integer, List<Rank>> waiting = new HashMap<>();

  /**
   * The groups that wait for the other group of their inter-communicator, by local leader, remote
   * leader and tag.
   */
  private final Map<List<Integer>, Half> waitingGroups = new HashMap<>();

  /** The number of communicators made so far, by the world rank of their local rank 0. */
  private final Map<Integer, Integer> countsAtRoot = new HashMap<>();

  private int created;

  /**
   * @param groups the groups of the run; groups of new communicators are added
   * @param calls the calls of each rank; the iterator is advanced only after all earlier calls have
   *     their results
   */
  public CommunicatorReplay(
      int size, GroupTable groups, IntFunction<Iterator<Making>> calls, MakingResults results) {
    this.results = results;
    this.groups = groups;
    this.ranks = new Rank[size];
    this.created = RunCommunicator.self(size).id();
    RunCommunicator world = RunCommunicator.world(groups);
    for (int rank = 0; rank < size; rank++) {
      ranks[rank] = new Rank(rank, calls.apply(rank), new GroupReplay(rank, results, groups));
      ranks[rank].communicators.put(Making.WORLD, world);
      ranks[rank].communicators.put(Making.SELF, RunCommunicator.self(rank));
    }
  }

  /**
   * Executes all calls. Returns the lowest rank that waits for ever for other members; null if all
   * ranks finish.
   */
  public @Nullable Stuck run() {
    ready.addAll(Arrays.asList(ranks));
    while (!ready.isEmpty()) {
      advance(ready.remove());
    }
    for (Rank rank : ranks) {
      if (rank.call != null) {
        int with = waiting.values().stream()
            .filter(there -> there.contains(rank))
            .mapToInt(List::size)
            .sum();
        return new Stuck(rank.rank, rank.call, with);
      }
    }
    return null;
  }

  private void advance(Rank rank) {
    while (rank.calls.hasNext()) {
      switch (rank.calls.next()) {
        case Making.Free free -> rank.communicators.remove(free.handle());
        case Making.GroupOf own ->
          rank.groups.ofCommunicator(own, rank.communicators.get(own.communicator()));
        case Making.GroupOfTwo two -> rank.groups.ofTwo(two);
        case Making.GroupOfPlaces places -> rank.groups.ofPlaces(places);
        case Making.Unknown unknown -> results.made(rank.rank, null);
        case Collective collective -> {
          RunCommunicator old = rank.communicators.get(collective.old());
          if (old != null) {
            rank.call = collective;
            join(rank, old);
            return;
          }
          results.made(rank.rank, null);
        }
      }
    }
  }

  private void join(Rank rank, RunCommunicator old) {
    List<Rank> there = waiting.computeIfAbsent(old.id(), id -> new ArrayList<>());
    there.add(rank);
    if (there.size() == old.group().size() + old.remote().size()) {
      waiting.remove(old.id());
      there.sort(Comparator.comparingInt(member -> member.rank));
      complete(old, there);
    }
  }

  /** Ends the call of a rank. */
  private void finish(Rank rank, @Nullable RunCommunicator made) {
    long handle = rank.call().made();
    rank.call = null;
    results.made(rank.rank, handle < 0 ? null : made);
    if (made != null && handle >= 0) {
      rank.communicators.put(handle, made);
    }
  }

  private void finish(List<Rank> there, @Nullable RunCommunicator made) {
    there.forEach(rank -> finish(rank, made));
    ready.addAll(there);
  }

  /** Makes the new communicators of a call after all members have arrived. */
  private void complete(RunCommunicator old, List<Rank> there) {
    List<Rank> members = IntStream.concat(
            Arrays.stream(old.group().members()), Arrays.stream(old.remote().members()))
        .mapToObj(rank -> ranks[rank])
        .toList();
    Collective first = members.getFirst().call();
    for (Rank rank : members) {
      if (rank.call().call() != first.call()) {
        results.fault(
            rank.rank,
            rank.call().call().mpiName() + " by rank " + rank.rank + " while rank "
                + members.getFirst().rank + " calls " + first.call().mpiName(),
            "the same call by all members of " + old.name());
        finish(there, null);
        return;
      }
    }
    switch (first) {
      case Bridge bridge when !old.isInter() -> joinGroups(old.group(), there, bridge);
      case Merge merge when old.isInter() -> finish(there, merged(old, merge, members));
      case Making.Duplicate duplicate
      when old.isInter() -> connect(duplicate.call(), old.group(), old.remote(), there);
      case Collective call when old.isInter() -> finish(there, null);
      case Collective call -> {
        @Nullable RunCommunicator[] made = newCommunicators(old, call, members);
        for (int local = 0; local < made.length; local++) {
          finish(members.get(local), made[local]);
        }
        ready.addAll(there);
      }
    }
  }

  /** Returns, by local rank, the new communicator of each member; null for MPI_COMM_NULL. */
  private @Nullable RunCommunicator[] newCommunicators(
      RunCommunicator old, Collective first, List<Rank> members) {
    return switch (first) {
      case Making.Duplicate duplicate -> prefix(old, first, members.size(), old.dimensions());
      case Making.Grid grid -> prefix(old, first, places(grid, members), grid.extents());
      case Split split ->
        split(
            old,
            first,
            local -> ((Split) members.get(local).call()).colour(),
            local -> ((Split) members.get(local).call()).key(),
            null);
      case Making.SubGrid sub
      when old.dimensions() != null -> rows(old, sub, old.dimensions(), members);
      case Making.OfGroup ofGroup -> ofGroups(old, members);
      // all null, because `old` is not Cartesian, or not an inter-communicator
      case Making.SubGrid _, Merge _ -> new RunCommunicator[members.size()];
      case Bridge bridge -> throw new AssertionError("of two communicators");
    };
  }

  private RunCommunicator create(
      RunCommunicator old, Collective call, int[] members, int @Nullable [] dimensions) {
    Rank root = ranks[members[0]];
    int number = members.length == 1
        ? root.singletons++
        : countsAtRoot.merge(root.rank, 1, Integer::sum) - 1;
    boolean same = Arrays.equals(members, old.group().members());
    return new RunCommunicator(
        created++,
        call.call().mpiName() + " " + number + " of rank " + root.rank,
        same ? old.group() : groups.of(members),
        RankGroup.EMPTY,
        dimensions,
        number);
  }

  /**
   * Makes a communicator of the {@code size} lowest ranks, in the same order. MPI may reorder the
   * ranks, but no trace records the new order.
   */
  private @Nullable RunCommunicator[] prefix(
      RunCommunicator old, Collective call, int size, int @Nullable [] dimensions) {
    @Nullable RunCommunicator[] made = new RunCommunicator[old.group().size()];
    if (size > 0) {
      int[] members = Arrays.copyOf(old.group().members(), size);
      Arrays.fill(made, 0, size, create(old, call, members, dimensions));
    }
    return made;
  }

  private int places(Making.Grid grid, List<Rank> members) {
    int size = members.size();
    long places = grid.extents() == null ? size : 1;
    for (int extent : grid.extents() == null ? new int[0] : grid.extents()) {
      places = Math.min(places * Math.max(0, extent), size + 1L);
    }
    if (places < 1 || places > size) {
      results.fault(
          members.getFirst().rank,
          "a Cartesian grid that its " + size + " processes do not fill",
          "1 to " + size + " grid points");
    }
    return (int) Math.min(places, size);
  }

  /** Makes a communicator of the ranks of each colour, ordered by key and then by old rank. */
  private @Nullable RunCommunicator[] split(
      RunCommunicator old,
      Collective call,
      IntToLongFunction colour,
      IntToLongFunction key,
      int @Nullable [] dimensions) {
    Map<Long, List<Integer>> byColour = new TreeMap<>();
    for (int local = 0; local < old.group().size(); local++) {
      long own = colour.applyAsLong(local);
      if (own >= 0) {
        byColour.computeIfAbsent(own, c -> new ArrayList<>()).add(local);
      }
    }
    @Nullable RunCommunicator[] made = new RunCommunicator[old.group().size()];
    for (List<Integer> same : byColour.values()) {
      same.sort(Comparator.comparingLong(key::applyAsLong));
      int[] members = same.stream().mapToInt(old.group()::worldRank).toArray();
      RunCommunicator one = create(old, call, members, dimensions);
      same.forEach(local -> made[local] = one);
    }
    return made;
  }

  /** Makes a communicator of the ranks that have equal coordinates in all dropped dimensions. */
  private @Nullable RunCommunicator[] rows(
      RunCommunicator old, Making.SubGrid call, int[] dimensions, List<Rank> members) {
    int[] remain = Arrays.copyOf(call.remain(), dimensions.length);
    int[] kept = IntStream.range(0, dimensions.length)
        .filter(d -> remain[d] != 0)
        .map(d -> dimensions[d])
        .toArray();
    IntToLongFunction row = local -> {
      long place = local;
      long colour = 0;
      long stride = 1;
      for (int d = dimensions.length - 1; d >= 0; d--) {
        if (remain[d] == 0) {
          colour += place % dimensions[d] * stride;
          stride *= dimensions[d];
        }
        place /= dimensions[d];
      }
      return members.get(local).call().made() < 0 ? -1 : colour;
    };
    return split(old, call, row, local -> 0, kept);
  }

  /** Makes a communicator of the members that named the same group. */
  private @Nullable RunCommunicator[] ofGroups(RunCommunicator old, List<Rank> members) {
    Map<RankGroup, RunCommunicator> byGroup = new HashMap<>();
    @Nullable RunCommunicator[] made = new RunCommunicator[members.size()];
    for (int local = 0; local < made.length; local++) {
      Rank rank = members.get(local);
      Making.OfGroup call = (Making.OfGroup) rank.call();
      RankGroup group = rank.groups.get(call.group());
      if (group != null && group.has(rank.rank)) {
        made[local] = byGroup.computeIfAbsent(group, g -> create(old, call, g.members(), null));
      }
    }
    return made;
  }

  /**
   * Joins the two groups of an inter-communicator. The group whose members passed {@code high}
   * comes last.
   */
  private RunCommunicator merged(RunCommunicator old, Merge call, List<Rank> members) {
    boolean otherHigh = ((Merge) members.getLast().call()).high();
    boolean inOrder =
        call.high() == otherHigh ? old.group().worldRank(0) < old.remote().worldRank(0) : otherHigh;
    RankGroup low = inOrder ? old.group() : old.remote();
    RankGroup high = inOrder ? old.remote() : old.group();
    return create(old, call, GroupTable.concatenated(low.members(), high.members()), null);
  }

  /** Makes an inter-communicator as soon as both of its groups have made the call. */
  private void joinGroups(RankGroup group, List<Rank> there, Bridge first) {
    Rank leader = ranks[group.worldRank(Math.floorMod(first.leader(), group.size()))];
    Bridge call = (Bridge) leader.call();
    RunCommunicator peers = leader.communicators.get(call.peers());
    int place = call.remoteLeader();
    if (peers == null || place < 0 || place >= peers.group().size()) {
      finish(there, null);
      return;
    }
    int remoteLeader = peers.group().worldRank(place);
    Half other = waitingGroups.remove(List.of(remoteLeader, leader.rank, call.tag()));
    if (other == null) {
      waitingGroups.put(List.of(leader.rank, remoteLeader, call.tag()), new Half(group, there));
      return;
    }
    List<Rank> all = new ArrayList<>(there);
    all.addAll(other.members());
    connect(call.call(), group, other.group(), all);
  }

  /** Makes an inter-communicator, with a {@link RunCommunicator} for each of its groups. */
  private void connect(MpiCall call, RankGroup one, RankGroup other, List<Rank> there) {
    int id = created++;
    RunCommunicator near = new RunCommunicator(id, call.mpiName(), one, other, null, 0);
    RunCommunicator far = new RunCommunicator(id, call.mpiName(), other, one, null, 0);
    there.forEach(rank -> finish(rank, one.has(rank.rank) ? near : far));
    ready.addAll(there);
  }
}
