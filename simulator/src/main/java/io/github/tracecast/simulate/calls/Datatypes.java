package io.github.tracecast.simulate.calls;

import io.github.tracecast.trace.Datatype;
import java.util.List;

/** The properties of a trace's datatypes that a replay needs. */
public final class Datatypes {
  private final List<Datatype> datatypes;

  public Datatypes(List<Datatype> datatypes) {
    this.datatypes = datatypes;
  }

  /** Bytes of one element; 0 if the trace lacks the size. */
  long bytes(int id) {
    Datatype datatype = datatypes.get(id);
    return datatype.known() ? datatype.bytes() : 0;
  }

  /** Whether the floating-point unit reduces this datatype. MPI's datatype names decide it. */
  boolean floatingPoint(int id) {
    String name = datatypes.get(id).name();
    return name.contains("FLOAT")
        || name.contains("DOUBLE")
        || name.contains("REAL")
        || name.contains("COMPLEX");
  }
}
