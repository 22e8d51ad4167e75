package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.tit.TitDatatypes;
import io.github.tracecast.trace.Datatype;

/** The numbers that SimGrid's time-independent traces give to datatypes. */
public final class TimeIndependentTypes {
  /** The number of MPI_BYTE. */
  public static final int BYTE = TitDatatypes.BYTE;

  private TimeIndependentTypes() {}

  /** Returns the number of a datatype; -1 if the format has none with this name and size. */
  public static int number(Datatype datatype) {
    return TitDatatypes.number(datatype.name(), datatype.bytes());
  }
}
