package io.github.tracecast.repair.times;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.List;

/** Shortens a trace to its first time steps, which makes a trial replay cheap. */
final class TimeSteps {
  /** The number of iterations to which the longest loop is shortened. Other ranks may have slightly more or fewer iterations in the loop. */
  private static final long KEPT = 8;

  /**
   * Loops on other ranks count as the same loop if their numbers of iterations differ by less than
   * 1 / {@code ALIKE}.
   */
  private static final long ALIKE = 50;

  private TimeSteps() {}

  /** Shortens the longest loops by the same number of iterations, unless no loop is long. */
  static Trace shortened(Trace trace) {
    long most = trace.loops().stream()
        .flatMap(loop -> loop.iterations().pieces().stream())
        .mapToLong(TimeSteps::iterations)
        .max()
        .orElse(0);
    long fewer = most - most / ALIKE - KEPT;
    if (fewer < KEPT) {
      return trace;
    }
    List<Loop> loops = trace.loops().stream()
        .map(loop -> new Loop(
            loop.first(),
            loop.last(),
            loop.ranks(),
            new Values(loop.iterations().pieces().stream()
                .map(piece -> shortened(piece, fewer))
                .toList())))
        .toList();
    return trace.withLoops(loops);
  }

  /** Returns the number of iterations if it is the same at each execution of the loop; otherwise 0. */
  private static long iterations(Piece piece) {
    return piece.sequence().period() == 1 ? piece.sequence().number(0, 0) : 0;
  }

  private static Piece shortened(Piece piece, long fewer) {
    long iterations = iterations(piece);
    return iterations > fewer
        ? new Piece(piece.ranks(), Sequence.constant(iterations - fewer))
        : piece;
  }
}
