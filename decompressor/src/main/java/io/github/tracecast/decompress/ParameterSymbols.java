package io.github.tracecast.decompress;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns numbers to the calls of one rank by MPI function and arguments. Calls with the same
 * function and arguments have the same number even at different call sites, because compilers copy
 * calls. Results of calls, such as matched sources, do not count as arguments. Not thread-safe.
 */
public final class ParameterSymbols {
  /** An event's symbols are kept by execution only if its period is at most this. */
  private static final int MOST_KEPT = 1 << 12;

  private final EventTable table;
  private final Parameter[][] arguments;
  private final Map<List<Long>, Integer> symbols = new HashMap<>();

  /** For each event, its symbols by execution; 0 for symbols that are still unknown. */
  private final int[][] known;

  public ParameterSymbols(Programs programs, int rank) {
    table = programs.table();
    List<Event> events = programs.trace().events();
    arguments = new Parameter[events.size()][];
    known = new int[events.size()][];
    for (int event = 0; event < known.length; event++) {
      arguments[event] = events.get(event).parameters().keySet().stream()
          .filter(parameter -> !parameter.isResult())
          .toArray(Parameter[]::new);
      boolean kept = events.get(event).ranks().contains(rank);
      known[event] = new int[kept ? (int) Math.min(table.period(event, rank), MOST_KEPT) : 0];
    }
  }

  /** Returns the symbol of the call at which a cursor of the rank stands, from 1 on. */
  public int of(TaskCursor cursor) {
    int[] ofEvent = known[cursor.event()];
    if (ofEvent.length == MOST_KEPT) {
      return symbol(table.at(cursor));
    }
    int element = (int) (cursor.execution() % ofEvent.length);
    if (ofEvent[element] == 0) {
      ofEvent[element] = symbol(table.at(cursor));
    }
    return ofEvent[element];
  }

  private int symbol(ExecutedCall call) {
    List<Long> key = new ArrayList<>(Arrays.asList((long) call.call().ordinal()));
    for (Parameter parameter : arguments[call.event()]) {
      int length = call.length(parameter);
      key.add((long) parameter.ordinal());
      key.add((long) length);
      for (int i = 0; i < length; i++) {
        Term.Kind kind = table.kind(call.event(), parameter, call.rank(), call.execution(), i);
        key.add(kind == Term.Kind.ANY || kind == Term.Kind.NONE ? kind.ordinal() : -1L);
        key.add(call.term(parameter, i));
      }
    }
    return symbols.computeIfAbsent(key, absent -> symbols.size() + 1);
  }
}
