package io.github.tracecast.decompress;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.TraceException;
import java.util.List;

/**
 * The number of iterations of each loop, by rank and by execution of the loop. The number of
 * iterations before an execution is computed in O(1) time from prefix sums over one period. So
 * cursors need no counter for each loop. Immutable.
 */
final class Trips {
  private static final long MOST = Loop.MAX_ITERATIONS;

  private final Owners[] owners;
  private final long[][][] sums;

  Trips(List<Loop> loops, Owners.Pool pool) {
    owners = new Owners[loops.size()];
    sums = new long[loops.size()][][];
    for (int loop = 0; loop < sums.length; loop++) {
      List<Piece> pieces = loops.get(loop).iterations().pieces();
      sums[loop] = new long[pieces.size()][];
      for (int piece = 0; piece < pieces.size(); piece++) {
        sums[loop][piece] = runningSums(pieces.get(piece).sequence(), loop);
      }
      owners[loop] = pool.of(pieces.stream().map(Piece::ranks).toList());
    }
  }

  private static long[] runningSums(Sequence iterations, int loop) {
    long[] sums = new long[iterations.period() + 1];
    for (int element = 0; element < iterations.period(); element++) {
      long trips = iterations.number(element, 0);
      if (iterations.kind(element, 0) != Term.Kind.CONSTANT || trips < 0 || trips > MOST) {
        throw TraceException.at(
            "loop " + loop,
            iterations.kind(element, 0) + " " + trips + " iterations",
            "a constant of 0 to " + MOST);
      }
      sums[element + 1] = sums[element] + trips;
    }
    if (sums[iterations.period()] == 0) {
      throw TraceException.at(
          "loop " + loop, "no iteration in any execution", "at least one iteration");
    }
    return sums;
  }

  private int owner(int loop, int rank) {
    Owners owner = owners[loop];
    return owner == null ? 0 : owner.of(rank);
  }

  /**
   * Returns the number of iterations of a loop if it is the same for all ranks and executions,
   * otherwise 0.
   */
  long constant(int loop) {
    return owners[loop] == null && sums[loop][0].length == 2 ? sums[loop][0][1] : 0;
  }

  /** Returns the number of executions of a loop after which its numbers of iterations repeat. */
  int period(int loop, int rank) {
    return sums[loop][owner(loop, rank)].length - 1;
  }

  /** Returns the number of iterations of a rank in one execution of a loop. Executions are numbered from 0. */
  long count(int loop, int rank, long execution) {
    long[] sum = sums[loop][owner(loop, rank)];
    int element = sum.length == 2 ? 0 : (int) (execution % (sum.length - 1));
    return sum[element + 1] - sum[element];
  }

  /**
   * Returns the number of iterations of a rank in the first {@code executions} executions of the
   * loop.
   *
   * @throws ArithmeticException if the number is above 2^63 - 1
   */
  long iterationsBefore(int loop, int rank, long executions) {
    long[] sum = sums[loop][owner(loop, rank)];
    int period = sum.length - 1;
    if (period == 1) {
      return Math.multiplyExact(executions, sum[1]);
    }
    return Math.addExact(
        Math.multiplyExact(executions / period, sum[period]), sum[(int) (executions % period)]);
  }
}
