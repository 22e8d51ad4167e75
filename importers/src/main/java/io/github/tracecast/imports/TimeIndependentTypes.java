package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.tit.TitDatatypes;
import io.github.tracecast.trace.Datatype;

/** The numbers of datatypes in SimGrid's time-independent traces. */
public final class TimeIndependentTypes {
  /** The number of MPI_BYTE. */
  public static final int BYTE = TitDatatypes.BYTE;

  private TimeIndependentTypes() {}

  /** Returns the number of a datatype; -1 if the format has no datatype with this name and size. */
  public static int number(Datatype datatype) {
    return TitDatatypes.number(datatype.name(), datatype.bytes());
  }
}
