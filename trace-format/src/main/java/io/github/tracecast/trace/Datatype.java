package io.github.tracecast.trace;

import java.util.Objects;

/**
 * A datatype. Its id is its index in {@link Trace#datatypes()}.
 *
 * @param name the name in MPI, or another text of the recorder
 * @param bytes the size of one element, or {@link #UNKNOWN}
 */
public record Datatype(String name, long bytes) {
  /** The size of a datatype whose size was not recorded. */
  public static final long UNKNOWN = -1;

  public Datatype {
    Objects.requireNonNull(name);
    if (bytes < UNKNOWN) {
      throw TraceException.at("datatype " + name, "size " + bytes, "at least 0 bytes");
    }
  }

  /** Whether the size was recorded. */
  public boolean known() {
    return bytes != UNKNOWN;
  }

  /**
   * Whether reductions of this type use the floating-point unit, according to the type's name in
   * MPI.
   */
  public boolean isFloatingPoint() {
    return name.contains("FLOAT")
        || name.contains("DOUBLE")
        || name.contains("REAL")
        || name.contains("COMPLEX");
  }
}
