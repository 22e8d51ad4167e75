package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A parameter's values for groups of ranks. If there are many groups, an index finds a rank's group
 * in O(1) time. Not thread-safe.
 */
final class ValuesByGroup {
  private static final int FEW = 8;

  /**
   * The values that some ranks have at successive executions. The values repeat.
   *
   * @param place the line of the values
   * @param averaged whether the value is the rounded mean of a histogram in the file
   */
  record Group(Place place, RankList ranks, long[] numbers, boolean averaged) implements Placed {}

  private final List<Group> groups = new ArrayList<>();

  /** The group of each rank; null until it is first needed. */
  private Group @Nullable [] byRank;

  ValuesByGroup() {}

  private ValuesByGroup(List<Group> groups) {
    this.groups.addAll(groups);
  }

  void add(Group group) {
    groups.add(group);
    byRank = null;
  }

  List<Group> list() {
    return groups;
  }

  Place place() {
    return groups.getFirst().place();
  }

  boolean averaged() {
    return groups.stream().anyMatch(Group::averaged);
  }

  /** Returns the group that contains a rank; null if no group contains it. */
  @Nullable Group at(int rank) {
    if (groups.size() <= FEW) {
      for (Group group : groups) {
        if (group.ranks().contains(rank)) {
          return group;
        }
      }
      return null;
    }
    if (byRank == null) {
      byRank = index();
    }
    return rank < byRank.length ? byRank[rank] : null;
  }

  /** Returns the group of a rank that must have a value. */
  Group of(int rank) {
    return Objects.requireNonNull(at(rank));
  }

  private Group[] index() {
    int most = 0;
    for (Group group : groups) {
      most = Math.max(most, group.ranks().max());
    }
    Group[] all = new Group[most + 1];
    for (Group group : groups) {
      group.ranks().forEach(rank -> all[rank] = group);
    }
    return all;
  }

  /** Returns the ranks of all groups. Throws an exception if two groups share a rank. */
  BitSet disjointRanks(String what) {
    BitSet all = new BitSet();
    for (Group group : groups) {
      group
          .ranks()
          .sections()
          .forEach(section -> section.forEach(rank -> {
            if (all.get(rank)) {
              throw group.fault("a second " + what + " for rank " + rank, "one for each rank");
            }
            all.set(rank);
          }));
    }
    return all;
  }

  interface Meaning {
    Term of(Group group, long number);
  }

  /** Returns the values in the form of the trace. */
  Values scalars(Meaning meaning) {
    List<Piece> pieces = new ArrayList<>();
    for (Group group : groups) {
      Sequence.Builder sequence = Sequence.builder();
      for (long number : group.numbers()) {
        sequence.add(meaning.of(group, number));
      }
      pieces.add(new Piece(group.ranks(), sequence.build()));
    }
    return new Values(pieces);
  }

  /**
   * Checks that exactly the given ranks have a value, and merges groups that have the same values.
   *
   * @param what the name of the values for error messages
   */
  ValuesByGroup covering(RankList ranks, String what) {
    if (groups.size() == 1 && groups.getFirst().ranks() == ranks) {
      return this;
    }
    BitSet all = disjointRanks(what);
    Place place = groups.getLast().place();
    ranks.forEach(rank -> {
      if (!all.get(rank)) {
        throw place.fault("no " + what + " for rank " + rank, "one for each rank of the event");
      }
      all.clear(rank);
    });
    if (!all.isEmpty()) {
      throw place.fault(
          what + " for rank " + all.nextSetBit(0) + ", which does not take part",
          "only ranks of the event");
    }
    return joined();
  }

  private ValuesByGroup joined() {
    Map<LongBuffer, List<Group>> byNumbers = new LinkedHashMap<>();
    for (Group group : groups) {
      byNumbers
          .computeIfAbsent(LongBuffer.wrap(group.numbers()), n -> new ArrayList<>())
          .add(group);
    }
    if (byNumbers.size() == groups.size()) {
      return this;
    }
    List<Group> result = new ArrayList<>();
    for (List<Group> same : byNumbers.values()) {
      Group first = same.getFirst();
      int[] ranks = same.stream()
          .flatMapToInt(group -> Arrays.stream(group.ranks().toArray()))
          .toArray();
      result.add(
          same.size() == 1
              ? first
              : new Group(first.place(), RankList.of(ranks), first.numbers(), first.averaged()));
    }
    return new ValuesByGroup(result);
  }
}
