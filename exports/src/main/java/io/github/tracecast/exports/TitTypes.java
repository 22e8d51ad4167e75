package io.github.tracecast.exports;

import io.github.tracecast.imports.TimeIndependentTypes;
import io.github.tracecast.trace.Trace;

/**
 * Maps the trace's datatypes to SimGrid's numbers. Elements of other datatypes are written as
 * bytes. Immutable.
 */
final class TitTypes {
  private final int[] ids;

  TitTypes(Trace trace) {
    ids = trace.datatypes().stream().mapToInt(TimeIndependentTypes::number).toArray();
  }

  /** Returns SimGrid's number of a datatype. */
  int id(int datatype) {
    return known(datatype) ? ids[datatype] : TimeIndependentTypes.BYTE;
  }

  /** Returns the number of elements of SimGrid's datatype that a message has. */
  long count(int datatype, long count, long bytes) {
    return known(datatype) ? count : bytes;
  }

  /** Returns the number of elements of SimGrid's datatype in a message. */
  long count(Message message) {
    return count(message.datatype, message.count, message.bytes);
  }

  private boolean known(int datatype) {
    return datatype >= 0 && ids[datatype] >= 0;
  }
}
