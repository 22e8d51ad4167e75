package io.github.tracecast.exports;

import io.github.tracecast.imports.TimeIndependentTypes;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Trace;
import java.util.List;

/**
 * Maps the trace's datatypes to SimGrid's numbers. Elements of other datatypes are written as
 * bytes. Immutable.
 */
final class TitTypes {
  private final int[] ids;

  TitTypes(Trace trace) {
    List<Datatype> datatypes = trace.datatypes();
    ids = new int[datatypes.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = TimeIndependentTypes.number(datatypes.get(i));
    }
  }

  /** Returns SimGrid's number of a datatype. */
  int id(int datatype) {
    return known(datatype) ? ids[datatype] : TimeIndependentTypes.BYTE;
  }

  /** Returns the number of elements of SimGrid's datatype that a message has. */
  long count(int datatype, long count, long bytes) {
    return known(datatype) ? count : bytes;
  }

  boolean known(int datatype) {
    return datatype >= 0 && ids[datatype] >= 0;
  }
}
