package io.github.tracecast.decompress;

import static io.github.tracecast.trace.Parameter.DATATYPE;
import static io.github.tracecast.trace.Parameter.DATATYPES;
import static io.github.tracecast.trace.Parameter.RECEIVE_DATATYPE;
import static io.github.tracecast.trace.Parameter.RECEIVE_DATATYPES;

import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The sizes of a trace's datatypes in bytes, and the datatypes of unknown size that events use.
 * Immutable.
 */
final class DatatypeSizes {
  private final List<Datatype> datatypes;
  private final SortedSet<Integer> unknownIds;

  DatatypeSizes(Trace trace) {
    datatypes = trace.datatypes();
    unknownIds = find(trace);
  }

  /** Returns the size of one element in bytes; 0 if it is unknown. */
  long bytes(long id) {
    return Math.max(0, get(id).bytes());
  }

  Datatype get(long id) {
    return datatypes.get((int) id);
  }

  /** Returns the ids of the datatypes of unknown size that events use. */
  SortedSet<Integer> unknownIds() {
    return unknownIds;
  }

  private static SortedSet<Integer> find(Trace trace) {
    SortedSet<Integer> unknown = new TreeSet<>();
    if (!trace.datatypes().stream().allMatch(Datatype::known)) {
      for (Event event : trace.events()) {
        event
            .terms(DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES)
            .map(term -> (int) term.number())
            .filter(id -> !trace.datatypes().get(id).known())
            .forEach(unknown::add);
      }
    }
    return Collections.unmodifiableSortedSet(unknown);
  }
}
