package io.github.tracecast.record;

/**
 * MPI libraries with the same type of handles (MPI_Comm and others). A recorder that is built for
 * one MPI of a family works with all MPIs of this family.
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

  /** Returns the family's name for texts. */
  public String label() {
    return label;
  }
}
