package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.calls.MatchedReceives;
import java.util.HashMap;
import java.util.Map;

/**
 * One recording: its programs and the layout of its ranks. The shape of a rank's program consists
 * of its calls at their call sites and the nesting of loops. The shape is one text, equal for ranks
 * that differ only in counts.
 */
final class Recording {
  private final PreparedTrace recorded;

  /** The recorded trace, with the recorded sources of matches as partners of later calls. */
  private final Trace trace;

  private final Programs programs;
  private final Layout layout;
  private final boolean named;
  private final Map<Integer, String> shapeOfClass = new HashMap<>();
  private final Map<Integer, Map<Integer, Integer>> numbersOfClass = new HashMap<>();

  /**
   * @param named whether call sites have the same names in all recordings. Otherwise their order of
   *     first appearance in a program identifies call sites
   */
  Recording(PreparedTrace recorded, Layout layout, boolean named) {
    this.recorded = recorded;
    this.trace = MatchedReceives.recorded(recorded.trace());
    this.programs = recorded.programs();
    this.layout = layout;
    this.named = named;
  }

  String name() {
    return recorded.name();
  }

  Trace trace() {
    return trace;
  }

  EventTable table() {
    return recorded.table();
  }

  Layout layout() {
    return layout;
  }

  int ranks() {
    return layout.ranks();
  }

  TaskProgram program(int rank) {
    return programs.program(programs.classOf(rank));
  }

  /** Returns the shape of a rank's program, with one line for each row. */
  String shape(int rank) {
    return shapeOfClass.computeIfAbsent(programs.classOf(rank), id -> {
      TaskProgram program = programs.program(id);
      StringBuilder text = new StringBuilder();
      Map<Integer, Integer> numbers = numbers(id);
      for (int row = 0; row < program.length(); row++) {
        switch (program.operation(row)) {
          case TaskProgram.EMIT ->
            text.append(
                    named ? place(program.argument(row)) : numbered(program.argument(row), numbers))
                .append('\n');
          case TaskProgram.OPEN -> text.append("a loop\n");
          default -> text.append("the end of a loop\n");
        }
      }
      return text.toString();
    });
  }

  /**
   * Returns the number of a call site by its first appearance in a rank's program, from 0; -1 if
   * the call site does not appear.
   */
  int number(int rank, int callSite) {
    return numbers(programs.classOf(rank)).getOrDefault(callSite, -1);
  }

  /** Returns a name of a call site that is the same in all recordings. */
  String site(int rank, int callSite) {
    return callSite < 0
        ? Integer.toString(callSite)
        : named ? trace().callSites().get(callSite).name() : "site " + number(rank, callSite);
  }

  private Map<Integer, Integer> numbers(int id) {
    return numbersOfClass.computeIfAbsent(id, key -> {
      Map<Integer, Integer> numbers = new HashMap<>();
      TaskProgram program = programs.program(key);
      for (int row = 0; row < program.length(); row++) {
        if (program.operation(row) == TaskProgram.EMIT) {
          int callSite = trace().events().get(program.argument(row)).callSite();
          numbers.putIfAbsent(callSite, numbers.size());
        }
      }
      return numbers;
    });
  }

  private String numbered(int event, Map<Integer, Integer> numbers) {
    Event called = trace().events().get(event);
    return called.call().mpiName() + " at its call site " + numbers.get(called.callSite());
  }

  /** Returns an event's call and call site as text. */
  String place(int event) {
    Event called = trace().events().get(event);
    return called.call().mpiName() + " at "
        + trace().callSites().get(called.callSite()).name();
  }
}
