package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The parameters of a generated pattern.
 *
 * @param ranks ranks of the run
 * @param steps how often the pattern is repeated
 * @param bytes size of a message. For a broadcast and reductions it is the whole vector; for a
 *     gather, scatter, allgather and all-to-all it is one block; for a barrier it is a message of
 *     the algorithm
 * @param element the element type of messages
 * @param computeSeconds computation of each rank before each step
 * @param algorithm algorithm that turns a collective into point-to-point messages; empty to write
 *     the MPI call
 * @param shape extents of the grid of a stencil, a wavefront or a chain, x first, with {@code
 *     ranks} as product; empty for other patterns
 * @param diagonals whether a stencil has neighbours across edges and corners, too
 * @param periodic whether a stencil's grid is closed in each dimension
 * @param some whether ranks of a stencil complete their requests by MPI_Waitsome, in the order of
 *     completion
 * @param partner the receiver of rank 0's message or ping-pong messages
 */
public record PatternRequest(
    Pattern pattern,
    int ranks,
    long steps,
    long bytes,
    Element element,
    double computeSeconds,
    Optional<String> algorithm,
    List<Integer> shape,
    boolean diagonals,
    boolean periodic,
    boolean some,
    int partner) {

  private static final double LONGEST_COMPUTE = 1e9;
  private static final long MOST_STEPS = 100_000_000_000L;

  public PatternRequest {
    shape = List.copyOf(shape);
    requireRanks(ranks);
    if (steps < 1 || steps > MOST_STEPS) {
      throw UsageException.of("steps", "found " + steps + "; expected 1 to " + MOST_STEPS);
    }
    if (bytes < 0 || bytes > TraceValidator.MAX_COUNT) {
      throw UsageException.of(
          "bytes", "found " + bytes + "; expected 0 to " + TraceValidator.MAX_COUNT);
    }
    if (algorithm.isPresent() && bytes > TraceValidator.MAX_COUNT / ranks) {
      throw UsageException.of(
          "bytes",
          "found " + bytes + " with an algorithm and " + ranks
              + " ranks; expected at most " + TraceValidator.MAX_COUNT / ranks
              + ", because a message may hold a block of each rank");
    }
    if (bytes % element.datatype().bytes() != 0) {
      throw UsageException.of(
          "bytes",
          "found " + bytes + " bytes, but datatype " + element.name().toLowerCase(Locale.ROOT)
              + "; expected a multiple of " + element.datatype().bytes() + " bytes");
    }
    if (element != Element.BYTE && algorithm.isPresent()) {
      throw UsageException.of(
          "datatype",
          "found " + element.name().toLowerCase(Locale.ROOT)
              + " with an algorithm; expected byte, the datatype of its messages");
    }
    if (!(computeSeconds >= 0) || computeSeconds > LONGEST_COMPUTE) {
      throw UsageException.of("compute", "found " + computeSeconds + "; expected 0 to 1e9 seconds");
    }
    if ((pattern.hasPartner() || pattern == Pattern.FAN) && ranks < 2) {
      throw UsageException.of(
          "ranks", "found " + ranks + " for " + pattern.key() + "; expected at least 2");
    }
    if (pattern.hasPartner() && (partner < 1 || partner >= ranks)) {
      throw new UsageException("pattern: found partner " + partner + "; expected "
          + (ranks == 2 ? "1" : "1 to " + (ranks - 1)) + ", a rank other than 0");
    }
  }

  /** Refuses a number of ranks that no trace can have. */
  public static void requireRanks(int ranks) {
    if (ranks < 1 || ranks > RankList.MAX_RANKS) {
      throw UsageException.of("ranks", "found " + ranks + "; expected 1 to " + RankList.MAX_RANKS);
    }
  }
}
