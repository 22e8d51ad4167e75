package io.github.tracecast.trace;

import java.util.Objects;

/**
 * A datatype. Its id is its index in {@link Trace#datatypes()}.
 *
 * @param name MPI's name, or the text that the recorder knew
 * @param bytes data bytes of one element, or {@link #UNKNOWN}
 */
public record Datatype(String name, long bytes) {
  /** The size was not recorded. */
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

  /** Whether the floating-point unit reduces elements of this type. MPI's names decide it. */
  public boolean isFloatingPoint() {
    return name.contains("FLOAT")
        || name.contains("DOUBLE")
        || name.contains("REAL")
        || name.contains("COMPLEX");
  }
}
