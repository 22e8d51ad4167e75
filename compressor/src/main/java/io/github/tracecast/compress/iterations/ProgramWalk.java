package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Visits the calls and loops of one rank of a trace in program order, as often as needed. Ranks with
 * the same program share a walk. Thread-safe.
 */
final class ProgramWalk {
  /** Receives the calls and loops of a rank. */
  interface Visitor {
    /** Receives the beginning of a loop's execution, if the execution has at least one iteration. */
    default void begin(int loop) {}

    /** Receives the beginning of an iteration of a loop. */
    default void iteration(int loop) {}

    /** Receives the end of a loop's execution, if the execution had at least one iteration. */
    default void end(int loop) {}

    void call(int event);
  }

  /** Receives the executions of loops that have at least one iteration. */
  interface LoopVisitor {
    void execution(int loop, long iterations);
  }

  /** An entry in the body of a loop. */
  private sealed interface Row {
    record Call(int event) implements Row {}

    record Repeated(int loop, Sequence iterations, List<Row> body) implements Row {}
  }

  private final List<Row> program;
  private final int loops;
  private final int[] calls;

  private ProgramWalk(List<Row> program, Trace trace) {
    this.program = program;
    this.loops = trace.loops().size();
    this.calls = new int[trace.events().size()];
    count(program, 1);
  }

  /** Returns the walk of each rank of a trace. */
  static ProgramWalk[] ofRanks(Trace trace) {
    Map<List<Row>, ProgramWalk> byProgram = new HashMap<>();
    ProgramWalk[] walks = new ProgramWalk[trace.header().ranks()];
    Arrays.setAll(
        walks,
        rank -> byProgram.computeIfAbsent(
            program(trace, rank), program -> new ProgramWalk(program, trace)));
    return walks;
  }

  private static List<Row> program(Trace trace, int rank) {
    List<Row> program = new ArrayList<>();
    List<Loop> loops = trace.loops();
    List<List<Row>> bodies = new ArrayList<>(List.of(program));
    List<Integer> lasts = new ArrayList<>();
    int next = 0;
    for (int event = 0; event < trace.events().size(); event++) {
      for (; next < loops.size() && loops.get(next).first() <= event; next++) {
        Loop loop = loops.get(next);
        if (loop.ranks().contains(rank)) {
          List<Row> body = new ArrayList<>();
          Sequence iterations = Objects.requireNonNull(loop.iterations().at(rank));
          bodies.getLast().add(new Row.Repeated(next, iterations, body));
          bodies.add(body);
          lasts.add(loop.last());
        }
      }
      if (trace.events().get(event).ranks().contains(rank)) {
        bodies.getLast().add(new Row.Call(event));
      }
      while (!lasts.isEmpty() && lasts.getLast() <= event) {
        lasts.removeLast();
        bodies.removeLast();
      }
    }
    return program;
  }

  private void count(List<Row> body, long executions) {
    for (Row row : body) {
      switch (row) {
        case Row.Call call -> calls[call.event] = (int) executions;
        case Row.Repeated loop -> count(loop.body, iterations(loop.iterations, executions));
      }
    }
  }

  /** Returns the iterations of the first executions of a loop. */
  private static long iterations(Sequence each, long executions) {
    int period = each.period();
    long sum = 0;
    for (int i = 0; i < period; i++) {
      sum += each.number(i, 0) * ((executions - i + period - 1) / period);
    }
    return sum;
  }

  /** Returns the number of calls at an event. */
  int calls(int event) {
    return calls[event];
  }

  /** Visits the executions of the loops at a depth, from 0. */
  void visitLoops(int depth, LoopVisitor visitor) {
    visitLoops(program, depth, new int[loops], visitor);
  }

  private static void visitLoops(List<Row> body, int depth, int[] openings, LoopVisitor visitor) {
    for (Row row : body) {
      if (row instanceof Row.Repeated loop) {
        long iterations = open(loop, openings);
        if (depth == 0 && iterations > 0) {
          visitor.execution(loop.loop, iterations);
        }
        for (long i = 0; depth > 0 && i < iterations; i++) {
          visitLoops(loop.body, depth - 1, openings, visitor);
        }
      }
    }
  }

  /** Returns the iterations of the next execution of a loop. */
  private static long open(Row.Repeated loop, int[] openings) {
    Sequence each = loop.iterations;
    return each.number(openings[loop.loop]++ % each.period(), 0);
  }

  /** Visits all calls and loops of the rank. */
  void walk(Visitor visitor) {
    walk(program, new int[loops], visitor);
  }

  private static void walk(List<Row> body, int[] openings, Visitor visitor) {
    for (int i = 0; i < body.size(); i++) {
      switch (body.get(i)) {
        case Row.Call call -> visitor.call(call.event);
        case Row.Repeated loop -> walk(loop, openings, visitor);
      }
    }
  }

  private static void walk(Row.Repeated loop, int[] openings, Visitor visitor) {
    long iterations = open(loop, openings);
    if (iterations == 0) {
      return;
    }
    visitor.begin(loop.loop);
    for (long i = 0; i < iterations; i++) {
      visitor.iteration(loop.loop);
      walk(loop.body, openings, visitor);
    }
    visitor.end(loop.loop);
  }
}
