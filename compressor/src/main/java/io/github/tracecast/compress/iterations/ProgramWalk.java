package io.github.tracecast.compress.iterations;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Visits the calls and loops of one rank of a trace in program order, as often as needed. Not
 * thread-safe.
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

    /** @param execution the number of earlier executions of the same event by this rank */
    void call(int event, int execution);
  }

  /** An entry in the body of a loop. */
  private sealed interface Row {
    record Call(int event) implements Row {}

    record Repeated(int loop, Sequence iterations, List<Row> body) implements Row {}
  }

  private final List<Row> program = new ArrayList<>();
  private final int[] executions;
  private final int[] openings;

  ProgramWalk(Trace trace, int rank) {
    executions = new int[trace.events().size()];
    openings = new int[trace.loops().size()];
    List<Loop> loops = trace.loops();
    List<List<Row>> bodies = new ArrayList<>(List.of(program));
    List<Integer> lasts = new ArrayList<>();
    int next = 0;
    for (int event = 0; event < executions.length; event++) {
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
  }

  /** Visits all calls and loops of the rank. */
  void walk(Visitor visitor) {
    Arrays.fill(executions, 0);
    Arrays.fill(openings, 0);
    walk(program, visitor);
  }

  private void walk(List<Row> body, Visitor visitor) {
    for (int i = 0; i < body.size(); i++) {
      switch (body.get(i)) {
        case Row.Call call -> visitor.call(call.event, executions[call.event]++);
        case Row.Repeated loop -> walk(loop, visitor);
      }
    }
  }

  private void walk(Row.Repeated loop, Visitor visitor) {
    Sequence all = loop.iterations;
    long iterations = all.number(openings[loop.loop]++ % all.period(), 0);
    if (iterations == 0) {
      return;
    }
    visitor.begin(loop.loop);
    for (long i = 0; i < iterations; i++) {
      visitor.iteration(loop.loop);
      walk(loop.body, visitor);
    }
    visitor.end(loop.loop);
  }
}
