package io.github.tracecast.predict.internal.pattern;

import io.github.tracecast.trace.Datatype;

/** What messages consist of. Only reductions care: networks may add integers faster than floating-point numbers. */
public enum Element {
  BYTE(new Datatype("MPI_BYTE", 1)),
  INT(new Datatype("MPI_INT", 4)),
  DOUBLE(new Datatype("MPI_DOUBLE", 8));

  private final Datatype datatype;

  Element(Datatype datatype) {
    this.datatype = datatype;
  }

  Datatype datatype() {
    return datatype;
  }
}
