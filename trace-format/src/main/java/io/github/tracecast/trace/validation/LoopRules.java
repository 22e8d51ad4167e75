package io.github.tracecast.trace.validation;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.validation.TraceValidator.Part;
import java.util.ArrayList;
import java.util.List;

/** Checks the rules for loops. Each instance is used once. */
final class LoopRules {
  /**
   * A loop whose span has not ended yet, with its depth from 1 and the largest number of executions
   * of its body.
   */
  private record Open(int id, Loop loop, long executions, int depth) {}

  private final Trace trace;
  private final TraceValidator.Places places;

  LoopRules(Trace trace, TraceValidator.Places places) {
    this.trace = trace;
    this.places = places;
  }

  private String place(int id) {
    return places.of(Part.LOOP, id);
  }

  /**
   * Checks the loops in the order of their first events. It compares only loops that are open at
   * the same time.
   */
  void check() {
    List<Open> open = new ArrayList<>();
    for (int i = 0; i < trace.loops().size(); i++) {
      Loop loop = trace.loops().get(i);
      checkSpan(i, loop);
      long iterations = checkIterations(i, loop);
      open.removeIf(outer -> outer.loop.last() < loop.first());
      long around = 1;
      int depth = 1;
      for (Open outer : open) {
        boolean crosses = outer.loop.first() < loop.first() && outer.loop.last() < loop.last();
        if ((crosses || outer.executions > around || outer.depth >= depth)
            && outer.loop.ranks().intersects(loop.ranks())) {
          if (crosses) {
            RankList common = outer.loop.ranks().intersection(loop.ranks());
            throw TraceException.at(
                place(i),
                "events " + loop.first() + " to " + loop.last() + " across the end of "
                    + place(outer.id) + " at event " + outer.loop.last()
                    + " for rank "
                    + common.min(),
                "loops of a rank that are nested or separate");
          }
          around = Math.max(around, outer.executions);
          depth = Math.max(depth, outer.depth + 1);
        }
      }
      if (iterations > TraceValidator.MAX_EXECUTIONS / around) {
        throw TraceException.at(
            place(i),
            iterations + " iterations in each of " + around + " executions of the loop",
            "at most " + TraceValidator.MAX_EXECUTIONS + " executions in all");
      }
      if (depth > TraceValidator.MAX_DEPTH) {
        throw TraceException.at(
            place(i), depth + " nested loops", "at most " + TraceValidator.MAX_DEPTH);
      }
      open.add(new Open(i, loop, around * iterations, depth));
    }
  }

  private void checkSpan(int id, Loop loop) {
    int events = trace.events().size();
    if (loop.last() >= events) {
      throw TraceException.at(
          place(id),
          "last event " + loop.last(),
          events == 0
              ? "an event, but the list has none"
              : "an event of the list, at most " + (events - 1));
    }
    if (loop.ranks().max() >= trace.header().ranks()) {
      throw TraceException.at(
          place(id),
          "rank " + loop.ranks().max(),
          "0 to " + (trace.header().ranks() - 1) + ", as in the header");
    }
    RankList idle = loop.ranks();
    for (int i = loop.first(); i <= loop.last() && !idle.isEmpty(); i++) {
      idle = idle.minus(trace.events().get(i).ranks());
    }
    if (!idle.isEmpty()) {
      throw TraceException.at(
          place(id),
          "no event of rank " + idle.min() + " from event " + loop.first() + " to " + loop.last(),
          "a loop body with at least one event for each rank");
    }
  }

  /** Checks the iterations of a loop, and returns the largest number. */
  private long checkIterations(int id, Loop loop) {
    String fault = EventRules.coverage(loop.iterations(), loop.ranks());
    if (fault != null) {
      throw TraceException.at(
          place(id) + ": iterations",
          fault,
          "one value for each of the loop's ranks, and for no other rank");
    }
    long most = 1;
    for (Piece piece : loop.iterations().pieces()) {
      Sequence sequence = piece.sequence();
      if (!sequence.isScalar() || !sequence.isConstant()) {
        throw TraceException.at(
            place(id) + ": iterations", "a list or a special value", "plain numbers");
      }
      for (int e = 0; e < sequence.period(); e++) {
        long iterations = sequence.number(e, 0);
        int fewest = sequence.period() == 1 ? 1 : 0;
        if (iterations < fewest || iterations > Loop.MAX_ITERATIONS) {
          throw TraceException.at(
              place(id), iterations + " iterations", fewest + " to " + Loop.MAX_ITERATIONS);
        }
        most = Math.max(most, iterations);
      }
    }
    return most;
  }
}
