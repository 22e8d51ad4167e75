package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import java.util.List;

/**
 * The program of a block of ranks: events in an order that is right for each rank, and loops as spans of that list.
 *
 * @param loops outer before inner
 * @param work what all its ranks spend, by slot of {@link DeltaLog}
 * @param requestRing the farthest that a request is referred to
 */
record MergedProgram(
    int ranks, List<Event> events, List<Span> loops, double[] work, long requestRing) {

  /**
   * One call at one call site by some ranks.
   *
   * @param parameters ascending; by their place in {@code values}
   * @param deltas by slot; null where nothing was recorded
   */
  record Event(
      MpiCall call,
      int site,
      Parameter[] parameters,
      RankList ranks,
      PieceList[] values,
      DeltaGroups[] deltas) {

    /** Whether both are the same call at the same call site with the same parameters, which need not have the same values. */
    boolean matches(Event other) {
      return site == other.site
          && call == other.call
          && java.util.Arrays.equals(parameters, other.parameters);
    }
  }

  /** A loop: first and last event, and the iterations by rank. */
  record Span(int first, int last, RankList ranks, PieceList iterations) {
    Span at(int newFirst, int newLast) {
      return new Span(newFirst, newLast, ranks, iterations);
    }

    boolean overlaps(Span other) {
      return first <= other.last && other.first <= last;
    }

    boolean contains(Span other) {
      return first <= other.first && other.last <= last;
    }
  }
}
