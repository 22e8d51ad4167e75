package io.github.tracecast.decompress;

import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
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
    for (Event event : trace.events()) {
      for (Parameter parameter : List.of(
          Parameter.DATATYPE,
          Parameter.RECEIVE_DATATYPE,
          Parameter.DATATYPES,
          Parameter.RECEIVE_DATATYPES)) {
        Values values = event.parameter(parameter);
        if (values != null) {
          values.pieces().forEach(piece -> addUnknown(piece.sequence(), trace, unknown));
        }
      }
    }
    return Collections.unmodifiableSortedSet(unknown);
  }

  private static void addUnknown(Sequence ids, Trace trace, SortedSet<Integer> unknown) {
    for (int element = 0; element < ids.period(); element++) {
      for (int i = 0; i < ids.length(element); i++) {
        int id = (int) ids.number(element, i);
        if (!trace.datatypes().get(id).known()) {
          unknown.add(id);
        }
      }
    }
  }
}
