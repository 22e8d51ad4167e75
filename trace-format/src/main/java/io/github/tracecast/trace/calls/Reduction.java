package io.github.tracecast.trace.calls;

import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;

/** The operations of reductions. The value of {@link Parameter#REDUCTION} is {@link #code()}. */
public enum Reduction {
  MAX,
  MIN,
  SUM,
  PROD,
  MAXLOC,
  MINLOC,
  BAND,
  BOR,
  BXOR,
  LAND,
  LOR,
  LXOR,
  REPLACE,
  /** An operation that {@code MPI_Op_create} created. */
  USER;

  private static final Reduction[] ALL = values();

  /**
   * Returns the number of this operation in a trace: 0 to 13, in the order of declaration. The
   * number never changes.
   */
  public int code() {
    return ordinal();
  }

  /** @throws TraceException if no operation has this code */
  public static Reduction ofCode(long code) {
    if (code < 0 || code >= ALL.length) {
      throw TraceException.at(
          "reduction", Long.toString(code), "a code from 0 to " + (ALL.length - 1));
    }
    return ALL[(int) code];
  }
}
