package io.github.tracecast.simulate;

import io.github.tracecast.trace.Datatype;
import java.util.List;

/** What a replay asks of a trace's datatypes. */
public final class Datatypes {
  private final List<Datatype> datatypes;

  public Datatypes(List<Datatype> datatypes) {
    this.datatypes = datatypes;
  }

  /** Bytes of one element; 0 where they were not recorded. */
  long bytes(int id) {
    Datatype datatype = datatypes.get(id);
    return datatype.known() ? datatype.bytes() : 0;
  }

  /** Whether a reduction of it is done by the floating-point unit, going by MPI's names. */
  boolean floatingPoint(int id) {
    String name = datatypes.get(id).name();
    return name.contains("FLOAT")
        || name.contains("DOUBLE")
        || name.contains("REAL")
        || name.contains("COMPLEX");
  }
}
