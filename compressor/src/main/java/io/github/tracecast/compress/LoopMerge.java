package io.github.tracecast.compress;

import io.github.tracecast.compress.MergedProgram.Span;
import io.github.tracecast.trace.RankList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins the loops of two programs whose events are already in one list. Loops with the same span
 * become one loop. Loops that share events are joined, too, if both can be widened to the same
 * span. The wider span must not include other events of the loops' ranks, and must not cross
 * another loop of these ranks. Each instance is used once.
 */
final class LoopMerge {
  /**
   * The most pairs of loops that are tried for widening. If there are more pairs, only loops with
   * equal spans are joined.
   */
  private static final long PAIRS = 1 << 16;

  private final List<MergedProgram.Event> events;
  private final List<Span> one;
  private final List<Span> two;
  private final Unions unions;

  /** The partner in the first program of each loop of the second program, or -1. */
  private final int[] partner;

  private final boolean[] hasPartner;

  LoopMerge(List<MergedProgram.Event> events, List<Span> one, List<Span> two, Unions unions) {
    this.events = events;
    this.one = one;
    this.two = two;
    this.unions = unions;
    this.partner = new int[two.size()];
    this.hasPartner = new boolean[one.size()];
  }

  /** Returns all loops, outer loops before inner loops. */
  List<Span> merged() {
    joinEqualSpans();
    if ((long) one.size() * two.size() <= PAIRS) {
      for (int i = 0; i < two.size(); i++) {
        if (partner[i] < 0) {
          widen(i);
        }
      }
    }
    List<Span> all = new ArrayList<>(one);
    for (int i = 0; i < two.size(); i++) {
      Span loop = two.get(i);
      if (partner[i] < 0) {
        all.add(loop);
      } else {
        Span with = one.get(partner[i]);
        all.set(
            partner[i],
            new Span(
                with.first(),
                with.last(),
                unions.of(with.ranks(), loop.ranks()),
                with.iterations().merged(loop.iterations(), unions)));
      }
    }
    all.sort((a, b) -> a.first() != b.first()
        ? Integer.compare(a.first(), b.first())
        : Integer.compare(b.last(), a.last()));
    return all;
  }

  private void joinEqualSpans() {
    Map<Long, Integer> bySpan = new HashMap<>();
    for (int i = one.size() - 1; i >= 0; i--) {
      bySpan.put(key(one.get(i)), i);
    }
    for (int i = 0; i < partner.length; i++) {
      int at = bySpan.getOrDefault(key(two.get(i)), -1);
      while (at >= 0 && at < one.size() && hasPartner[at] && key(one.get(at)) == key(two.get(i))) {
        at++;
      }
      boolean same = at >= 0 && at < one.size() && key(one.get(at)) == key(two.get(i));
      partner[i] = same ? at : -1;
      if (same) {
        hasPartner[at] = true;
      }
    }
  }

  private static long key(Span loop) {
    return (long) loop.first() << 32 | loop.last();
  }

  private void widen(int i) {
    Span loop = two.get(i);
    int best = -1;
    double most = 0;
    for (int j = 0; j < one.size(); j++) {
      Span with = one.get(j);
      if (!hasPartner[j] && with.overlaps(loop)) {
        double shared = shared(with, loop);
        if (shared > most && mayBecomeOne(with, loop)) {
          most = shared;
          best = j;
        }
      }
    }
    if (best >= 0) {
      int first = Math.min(loop.first(), one.get(best).first());
      int last = Math.max(loop.last(), one.get(best).last());
      one.set(best, one.get(best).at(first, last));
      two.set(i, loop.at(first, last));
      partner[i] = best;
      hasPartner[best] = true;
    }
  }

  /**
   * Returns the number of events in both bodies, divided by the number of events in at least one of
   * the bodies.
   */
  private double shared(Span a, Span b) {
    int both = 0;
    int any = 0;
    for (int i = Math.min(a.first(), b.first()); i <= Math.max(a.last(), b.last()); i++) {
      RankList ranks = events.get(i).ranks();
      boolean inA = i >= a.first() && i <= a.last() && ranks.intersects(a.ranks());
      boolean inB = i >= b.first() && i <= b.last() && ranks.intersects(b.ranks());
      both += inA && inB ? 1 : 0;
      any += inA || inB ? 1 : 0;
    }
    return (double) both / Math.max(1, any);
  }

  private boolean mayBecomeOne(Span a, Span b) {
    int first = Math.min(a.first(), b.first());
    int last = Math.max(a.last(), b.last());
    return mayWiden(a, first, last, one) && mayWiden(b, first, last, two);
  }

  private boolean mayWiden(Span loop, int first, int last, List<Span> all) {
    for (int i = first; i <= last; i++) {
      if (i == loop.first()) {
        i = loop.last();
      } else if (events.get(i).ranks().intersects(loop.ranks())) {
        return false;
      }
    }
    for (Span other : all) {
      if (other != loop
          && !fits(loop, first, last, other)
          && other.ranks().intersects(loop.ranks())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a wider span of a loop keeps its nesting with another loop. The span must not cross the
   * other loop. If the loop was inside the other loop, it must stay strictly inside.
   */
  private static boolean fits(Span loop, int first, int last, Span other) {
    boolean crosses = other.first() < first && first <= other.last() && other.last() < last
        || first < other.first() && other.first() <= last && last < other.last();
    boolean equals = other.first() == first && other.last() == last;
    boolean outgrows = other.contains(loop) && (first < other.first() || last > other.last());
    return !crosses && !equals && !outgrows;
  }
}
