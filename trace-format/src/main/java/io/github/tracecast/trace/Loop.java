package io.github.tracecast.trace;

import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A span of the event list that some ranks repeat. For each rank, the body consists of the span's
 * events that the rank executes. The spans of one rank nest properly; spans of different ranks may
 * cross. If a rank has two loops with the same span, the outer loop is listed first.
 *
 * @param first index of the span's first event
 * @param last index of the span's last event, at least {@code first}
 * @param ranks the ranks that execute the loop, at least one
 * @param iterations number of iterations in each execution of the loop, periodic over these
 *     executions, as scalar constants up to {@link #MAX_ITERATIONS}. A branch is a loop of 0 or 1
 *     iterations. No rank has 0 iterations in all executions.
 */
public record Loop(int first, int last, RankList ranks, Values iterations) {
  /**
   * The largest number of iterations of a loop. A file with more iterations is taken as damaged.
   */
  public static final long MAX_ITERATIONS = 1_000_000_000_000L;

  public Loop {
    Objects.requireNonNull(iterations);
    if (first < 0 || last < first) {
      throw TraceException.at(
          "loop", "events " + first + " to " + last, "first >= 0 and last >= first");
    }
    if (ranks.isEmpty()) {
      throw TraceException.at("loop", "an empty rank list", "at least one rank");
    }
  }

  /** Whether the loop has an execution without iterations. */
  public boolean mayBeSkipped() {
    return iterations.pieces().stream()
        .map(Piece::sequence)
        .anyMatch(
            numbers -> IntStream.range(0, numbers.terms()).anyMatch(i -> numbers.numberAt(i) == 0));
  }
}
