package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Nests the events of a trace in its loops. If the loops of different ranks cross, the ranks are
 * divided into parts, in each of which the loops nest. Only the events from the first to the last
 * crossing loop are written once for each part.
 */
record Structure(List<Event> events, List<Loop> loops) {
  private record Span(int loop, int first, int last) {
    boolean crosses(Span other) {
      return first < other.first && other.first <= last && last < other.last
          || other.first < first && first <= other.last && other.last < last;
    }
  }

  /** Returns the steps of the whole program, for all ranks. */
  static List<Step> of(Trace trace) {
    Structure structure = new Structure(trace.events(), trace.loops());
    List<Span> spans = new ArrayList<>();
    for (int loop = 0; loop < trace.loops().size(); loop++) {
      Loop at = trace.loops().get(loop);
      spans.add(new Span(loop, at.first(), at.last()));
    }
    RankList all = RankList.range(0, trace.header().ranks());
    return structure.steps(0, trace.events().size() - 1, spans, all);
  }

  /**
   * Returns the steps of a range of events and of the loops in it. The loops are sorted by start,
   * the longest first.
   */
  private List<Step> steps(int first, int last, List<Span> spans, RankList ranks) {
    List<Step> steps = new ArrayList<>();
    int at = first;
    for (int next = 0; next < spans.size(); ) {
      int end = next;
      int until = spans.get(next).last;
      while (end < spans.size() && spans.get(end).first <= until) {
        until = Math.max(until, spans.get(end++).last);
      }
      Span outer = spans.get(next);
      calls(steps, at, outer.first - 1, ranks);
      at = until + 1;
      List<Span> together = spans.subList(next, end);
      if (outer.last == until && !anyCrosses(outer, together)) {
        List<Step> body = steps(outer.first, until, together.subList(1, together.size()), ranks);
        steps.add(new Step.Repeat(outer.loop, body));
      } else {
        part(steps, outer.first, until, together, ranks);
      }
      next = end;
    }
    calls(steps, at, last, ranks);
    return steps;
  }

  private void calls(List<Step> steps, int first, int last, RankList ranks) {
    for (int event = first; event <= last; event++) {
      if (events.get(event).ranks().intersects(ranks)) {
        steps.add(new Step.Call(event));
      }
    }
  }

  private static boolean anyCrosses(Span outer, List<Span> spans) {
    return spans.stream().anyMatch(outer::crosses);
  }

  private void part(List<Step> steps, int first, int last, List<Span> spans, RankList ranks) {
    RankList some = apart(spans, ranks);
    only(steps, first, last, spans, some);
    only(steps, first, last, spans, ranks.minus(some));
  }

  /**
   * Returns the ranks of one of two crossing loops, or a single rank if both loops have ranks in
   * common.
   */
  private RankList apart(List<Span> spans, RankList ranks) {
    for (Span a : spans) {
      for (Span b : spans) {
        if (a.crosses(b)) {
          RankList ofFirst = loops.get(a.loop).ranks().intersection(ranks);
          boolean shared = ofFirst.intersects(loops.get(b.loop).ranks());
          return shared ? RankList.of(ofFirst.min()) : ofFirst;
        }
      }
    }
    throw new AssertionError("no loops cross");
  }

  private void only(List<Step> steps, int first, int last, List<Span> spans, RankList ranks) {
    if (ranks.isEmpty()) {
      return;
    }
    List<Span> own = new ArrayList<>();
    for (Span span : spans) {
      RankList loopers = loops.get(span.loop).ranks().intersection(ranks);
      if (!loopers.isEmpty()) {
        own.add(tight(span, loopers));
      }
    }
    own.sort(Comparator.comparingInt(Span::first)
        .thenComparing(Comparator.comparingInt(Span::last).reversed()));
    if (ranks.size() == 1) {
      requireNested(own, ranks.min());
    }
    List<Step> body = steps(first, last, own, ranks);
    if (!body.isEmpty()) {
      steps.add(new Step.Only(ranks, body));
    }
  }

  /** Returns the span without the events at its ends that no rank executes. */
  private Span tight(Span span, RankList ranks) {
    int first = span.first;
    int last = span.last;
    while (first < last && !events.get(first).ranks().intersects(ranks)) {
      first++;
    }
    while (last > first && !events.get(last).ranks().intersects(ranks)) {
      last--;
    }
    return new Span(span.loop, first, last);
  }

  private static void requireNested(List<Span> spans, int rank) {
    for (Span a : spans) {
      for (Span b : spans) {
        if (a.crosses(b)) {
          throw TraceException.at(
              "loops " + a.loop + " and " + b.loop,
              "loops that cross for rank " + rank,
              "one loop inside the other");
        }
      }
    }
  }
}
