package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.scalatrace.RankProgram.Span;
import io.github.tracecast.imports.internal.scalatrace.RawEvent.RawLoop;
import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.RankPartition;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Converts LOOP lines, which state the number of events in a loop, to spans of the event list. A
 * LOOP line can end at different events for different ranks. So spans are found for each class of
 * ranks that have the same events and loops. Not thread-safe.
 */
final class LoopSpans {
  private final List<RawEvent> events;
  private final int[] classOf;
  private final int[] lowestRank;

  LoopSpans(List<RawEvent> events, int ranks) {
    this.events = events;
    RankPartition classes = new RankPartition(ranks);
    for (RawEvent event : events) {
      classes.split(event.ranks());
      for (RawLoop loop : event.loops()) {
        check(event, loop);
        loop.iterations().list().forEach(group -> classes.split(group.ranks()));
        loop.members().list().forEach(group -> classes.split(group.ranks()));
      }
    }
    classOf = classes.classOf();
    lowestRank = new int[classes.count()];
    for (int rank = ranks - 1; rank >= 0; rank--) {
      lowestRank[classOf[rank]] = rank;
    }
  }

  private void check(RawEvent event, RawLoop loop) {
    BitSet loopers = loop.iterations().disjointRanks("number of iterations");
    BitSet counted = loop.members().disjointRanks("number of members");
    requireIn(event, loop, loopers);
    requireIn(event, loop, counted);
    for (int rank = loopers.nextSetBit(0); rank >= 0; rank = loopers.nextSetBit(rank + 1)) {
      if (!counted.get(rank)) {
        throw loop.fault(
            "no number of members for rank " + rank, "a number for each rank that loops");
      }
    }
    for (Group group : loop.iterations().list()) {
      for (long iterations : group.numbers()) {
        if (iterations < 1) {
          throw loop.fault(iterations + " iterations", "at least 1");
        }
      }
    }
    for (Group group : loop.members().list()) {
      for (long members : group.numbers()) {
        if (members < 1 || members != group.numbers()[0]) {
          throw loop.fault(
              "a body of " + members + " events", "the same number, at least 1, in each execution");
        }
      }
    }
  }

  private void requireIn(RawEvent event, RawLoop loop, BitSet ranks) {
    for (int rank = ranks.nextSetBit(0); rank >= 0; rank = ranks.nextSetBit(rank + 1)) {
      if (!event.ranks().contains(rank)) {
        throw loop.fault(
            "a loop of rank " + rank + ", which does not take part", "only ranks of the event");
      }
    }
  }

  int classCount() {
    return lowestRank.length;
  }

  int classOf(int rank) {
    return classOf[rank];
  }

  /** Returns the program that the ranks of a class share, with the numbers of iterations. */
  RankProgram program(int classId) {
    return RankProgram.of(events, lowestRank[classId]);
  }

  /**
   * Returns the loops of the trace, in the order of their heads, outer loops before inner loops.
   */
  List<Loop> loops() {
    if (events.stream().allMatch(event -> event.loops().isEmpty())) {
      return List.of();
    }
    Map<Integer, Map<Integer, Map<Integer, BitSet>>> classesByEnd = new TreeMap<>();
    for (int id = 0; id < classCount(); id++) {
      RankProgram program = program(id);
      for (Span span : program.spans()) {
        classesByEnd
            .computeIfAbsent(span.event(), event -> new TreeMap<>())
            .computeIfAbsent(span.depth(), depth -> new TreeMap<>())
            .computeIfAbsent(program.event(span.last()), last -> new BitSet())
            .set(id);
      }
    }
    List<Loop> loops = new ArrayList<>();
    classesByEnd.forEach((event, byDepth) ->
        byDepth.forEach((depth, byEnd) -> byEnd.forEach((last, classes) -> {
          RawLoop loop = events.get(event).loops().get((int) depth);
          RankList ranks = byEnd.size() == 1 ? null : ranksOf(classes);
          loops.add(loop(event, last, loop, ranks));
        })));
    return loops;
  }

  private RankList ranksOf(BitSet classes) {
    return RankList.of(IntStream.range(0, classOf.length)
        .filter(rank -> classes.get(classOf[rank]))
        .toArray());
  }

  private static Loop loop(int first, int last, RawLoop loop, @Nullable RankList among) {
    Map<List<Long>, RankList> byIterations = new LinkedHashMap<>();
    RankList all = RankList.EMPTY;
    for (Group group : loop.iterations().list()) {
      RankList ranks = among == null ? group.ranks() : group.ranks().intersection(among);
      if (!ranks.isEmpty()) {
        List<Long> numbers = Arrays.stream(group.numbers()).boxed().toList();
        byIterations.merge(numbers, ranks, RankList::union);
        all = all.union(ranks);
      }
    }
    List<Piece> pieces = new ArrayList<>();
    byIterations.forEach((numbers, ranks) -> pieces.add(new Piece(
        ranks, Sequence.scalars(numbers.stream().mapToLong(Long::longValue).toArray()))));
    return new Loop(first, last, all, new Values(pieces));
  }
}
