package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program of a block of ranks: events in an order that is valid for each rank, and loops as
 * spans of that list.
 *
 * @param loops outer before inner
 * @param work total of all its ranks, by slot of {@link DeltaLog}
 * @param requestRing the largest offset to a request
 */
record MergedProgram(
    int ranks, List<Event> events, List<Span> loops, double[] work, long requestRing) {

  /**
   * One call at one call site by some ranks.
   *
   * @param parameters ascending; by their place in {@code values}
   * @param deltas by slot; null if nothing was recorded
   * @param calls how many calls each execution stands for; null if they are not counted
   */
  record Event(
      MpiCall call,
      int site,
      Parameter[] parameters,
      RankList ranks,
      PieceList[] values,
      DeltaGroups[] deltas,
      @Nullable DeltaSummary calls) {

    /**
     * Whether both are the same call at the same call site with the same set of parameters. Values
     * may differ.
     */
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
