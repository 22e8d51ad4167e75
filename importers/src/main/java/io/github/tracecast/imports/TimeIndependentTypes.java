package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.tit.Datatypes;
import io.github.tracecast.trace.Datatype;

/** The numbers of datatypes in SimGrid's time-independent traces. */
public final class TimeIndependentTypes {
  /** The number of MPI_BYTE. */
  public static final int BYTE = Datatypes.BYTE;

  private TimeIndependentTypes() {}

  /** The number of a datatype; -1 where the format has none of this name and size. */
  public static int number(Datatype datatype) {
    return Datatypes.number(datatype.name(), datatype.bytes());
  }
}
