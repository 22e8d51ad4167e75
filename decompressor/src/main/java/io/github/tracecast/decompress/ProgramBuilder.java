package io.github.tracecast.decompress;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Flattens the n events and m loops of one rank class to a program, in O(n + m log m) time. Not
 * thread-safe.
 */
final class ProgramBuilder {
  private record Span(int loop, int first, int last) {}

  private final List<Loop> loops;
  private final Trips trips;
  private final int[] lowest;
  private final int[][] eventsOf;
  private final int[][] loopsOf;
  private byte[] operations = new byte[64];
  private int[] arguments = new int[64];
  private long[] constantTrips = new long[64];
  private int length;

  /**
   * @param classOf the class of each rank
   * @param lowest the lowest rank of each class
   */
  ProgramBuilder(Trace trace, Trips trips, int[] classOf, int[] lowest) {
    this.loops = trace.loops();
    this.trips = trips;
    this.lowest = lowest;
    this.eventsOf =
        ClassMembers.of(trace.events().stream().map(Event::ranks).toList(), classOf, lowest);
    this.loopsOf = ClassMembers.of(loops.stream().map(Loop::ranks).toList(), classOf, lowest);
  }

  TaskProgram build(int id) {
    length = 0;
    int rank = lowest[id];
    int[] mine = eventsOf[id];
    List<Span> spans = spans(id, mine);
    Span[] open = new Span[spans.size()];
    int[] openedAt = new int[spans.size()];
    int depth = 0;
    int deepest = 0;
    int next = 0;
    for (int at = 0; at < mine.length; at++) {
      for (; next < spans.size() && spans.get(next).first == at; next++) {
        Span span = spans.get(next);
        if (depth > 0 && span.last > open[depth - 1].last) {
          throw crossing(rank, open[depth - 1].loop, span.loop);
        }
        add(TaskProgram.OPEN, span.loop, trips.constant(span.loop));
        openedAt[depth] = length;
        open[depth++] = span;
        deepest = Math.max(deepest, depth);
      }
      add(TaskProgram.EMIT, mine[at], 0);
      while (depth > 0 && open[depth - 1].last == at) {
        add(TaskProgram.CLOSE, openedAt[--depth], 0);
      }
    }
    return new TaskProgram(
        Arrays.copyOf(operations, length),
        Arrays.copyOf(arguments, length),
        Arrays.copyOf(constantTrips, length),
        deepest);
  }

  /**
   * Returns the loops of the class as spans of the class's events, sorted by start. Of two loops
   * with the same start, the longer loop comes first.
   */
  private List<Span> spans(int id, int[] mine) {
    List<Span> spans = new ArrayList<>();
    for (int loop : loopsOf[id]) {
      Loop at = loops.get(loop);
      int first = lowerBound(mine, at.first());
      int last = lowerBound(mine, at.last() + 1) - 1;
      if (first > last) {
        throw TraceException.at(
            "loop " + loop,
            "no event of rank " + lowest[id] + " within events " + at.first() + " to " + at.last(),
            "at least one event of each rank");
      }
      spans.add(new Span(loop, first, last));
    }
    spans.sort((a, b) ->
        a.first != b.first ? Integer.compare(a.first, b.first) : Integer.compare(b.last, a.last));
    return spans;
  }

  private static int lowerBound(int[] sorted, int value) {
    int at = Arrays.binarySearch(sorted, value);
    return at < 0 ? -at - 1 : at;
  }

  private void add(byte operation, int argument, long constant) {
    if (length == operations.length) {
      operations = Arrays.copyOf(operations, length * 2);
      arguments = Arrays.copyOf(arguments, length * 2);
      constantTrips = Arrays.copyOf(constantTrips, length * 2);
    }
    operations[length] = operation;
    arguments[length] = argument;
    constantTrips[length++] = constant;
  }

  private TraceException crossing(int rank, int outer, int inner) {
    Loop a = loops.get(outer);
    Loop b = loops.get(inner);
    return TraceException.at(
        "loops " + outer + " (events " + a.first() + " to " + a.last() + ") and " + inner
            + " (events " + b.first() + " to " + b.last() + ")",
        "loops that cross for rank " + rank,
        "one loop inside the other");
  }
}
