package io.github.tracecast.record;

/**
 * MPIs with the same kind of handles. A recorder that is built for one MPI of a family fits the
 * whole family.
 */
public enum MpiFamily {
  /** Handles are pointers. */
  OPEN_MPI("Open MPI"),
  /** Handles are numbers: MPICH, MVAPICH, Intel MPI, Cray MPICH. */
  MPICH("MPICH"),
  /** Handles of MPI 5's standard binary interface, which a library has besides its own handles. */
  STANDARD("the standard MPI ABI");

  private final String label;

  MpiFamily(String label) {
    this.label = label;
  }

  /** The name for people. */
  public String label() {
    return label;
  }
}
