package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.scalatrace.RawEvent.RawLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The events of one rank and the loops over them. The length of a loop's body is a number of events
 * of this rank, from the head of the loop on. Immutable.
 */
final class RankProgram {
  private static final int DEEPEST = 1_000;

  /**
   * A loop of this rank.
   *
   * @param event index in the file of the loop's head, which is its first event
   * @param depth number of the loop among the LOOP lines of its head; 0 is the outermost loop
   * @param first position of the head among the rank's events
   * @param last position of the body's last event
   */
  record Span(int event, int depth, int first, int last, long[] iterations) {}

  private final int[] events;
  private final List<Span> spans;

  private RankProgram(int[] events, List<Span> spans) {
    this.events = events;
    this.spans = spans;
  }

  static RankProgram of(List<RawEvent> all, int rank) {
    int[] events = IntStream.range(0, all.size())
        .filter(event -> all.get(event).ranks().contains(rank))
        .toArray();
    return new RankProgram(events, spans(all, events, rank));
  }

  private static List<Span> spans(List<RawEvent> all, int[] events, int rank) {
    List<Span> spans = new ArrayList<>();
    Deque<Span> open = new ArrayDeque<>();
    for (int at = 0; at < events.length; at++) {
      for (RawLoop loop : all.get(events[at]).loops()) {
        ValuesByGroup.Group iterations = loop.iterations().at(rank);
        if (iterations == null) {
          continue;
        }
        while (!open.isEmpty() && open.peek().last() < at) {
          open.pop();
        }
        long members = loop.members().of(rank).numbers()[0];
        if (members > events.length - at) {
          throw loop.fault(
              "a loop over " + members + " events for rank " + rank,
              "at most " + (events.length - at) + ", the number of events left for the rank");
        }
        int last = at + (int) members - 1;
        if (!open.isEmpty() && last > open.peek().last()) {
          throw loop.fault(
              "a loop over " + members + " events for rank " + rank,
              "at most " + (open.peek().last() - at + 1)
                  + ", the number of events left in the enclosing loop");
        }
        if (open.size() == DEEPEST) {
          throw loop.fault("more than " + DEEPEST + " nested loops", "fewer");
        }
        Span span = new Span(events[at], loop.depth(), at, last, iterations.numbers());
        spans.add(span);
        open.push(span);
      }
    }
    return spans;
  }

  /** Returns the loops, outer loops before inner loops. */
  List<Span> spans() {
    return spans;
  }

  /** Returns the index in the file of the event at a position among the rank's events. */
  int event(int position) {
    return events[position];
  }

  /**
   * Visits the executions of the wanted events in program order. Skips a loop that has no wanted
   * events.
   */
  void walk(IntPredicate wanted, IntConsumer visit) {
    int[] wantedBefore = new int[events.length + 1];
    for (int at = 0; at < events.length; at++) {
      wantedBefore[at + 1] = wantedBefore[at] + (wanted.test(events[at]) ? 1 : 0);
    }
    if (wantedBefore[events.length] > 0) {
      walk(0, events.length - 1, 0, wantedBefore, new long[spans.size()], visit);
    }
  }

  private void walk(
      int from, int to, int firstSpan, int[] wantedBefore, long[] entries, IntConsumer visit) {
    int span = firstSpan;
    for (int at = from; at <= to; ) {
      if (span < spans.size() && spans.get(span).first() == at) {
        Span loop = spans.get(span);
        if (wantedBefore[loop.last() + 1] > wantedBefore[at]) {
          long iterations = loop.iterations()[(int) (entries[span]++ % loop.iterations().length)];
          for (long i = 0; i < iterations; i++) {
            walk(at, loop.last(), span + 1, wantedBefore, entries, visit);
          }
        }
        at = loop.last() + 1;
        while (span < spans.size() && spans.get(span).first() < at) {
          span++;
        }
      } else {
        if (wantedBefore[at + 1] > wantedBefore[at]) {
          visit.accept(events[at]);
        }
        at++;
      }
    }
  }
}
