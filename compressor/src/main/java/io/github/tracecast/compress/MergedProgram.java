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
 * @param loops outer loops before inner loops
 * @param work the total time of all ranks, for each slot of {@link DeltaLog}
 * @param requestRing the largest distance back to a request that an event names
 */
record MergedProgram(
    int ranks, List<Event> events, List<Span> loops, double[] work, long requestRing) {

  /**
   * A call at a call site, made by some ranks.
   *
   * @param parameters the parameters in ascending order; {@code values} has their values in the
   *     same order
   * @param deltas the times by slot; null if none were recorded
   * @param calls how many calls each execution represents; null if calls are not counted
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
     * Whether another event is the same call at the same call site with the same set of parameters.
     * Values may differ.
     */
    boolean matches(Event other) {
      return site == other.site
          && call == other.call
          && java.util.Arrays.equals(parameters, other.parameters);
    }
  }

  /** A loop: its first and last event, and the iterations of each rank. */
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
