package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.Datatype;

/**
 * The element type of messages. It matters only for reductions, because networks may add integers
 * faster than floating-point numbers.
 */
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
