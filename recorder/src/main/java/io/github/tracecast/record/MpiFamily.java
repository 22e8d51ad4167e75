package io.github.tracecast.record;

/**
 * MPI libraries with the same type of handles (MPI_Comm and others). A recorder that is built for
 * one MPI of a family works with all MPIs of this family.
 */
public enum MpiFamily {
  /** Handles are pointers. */
  OPEN_MPI("Open MPI"),
  /** Handles are numbers, as in MPICH, MVAPICH, Intel MPI and Cray MPICH. */
  MPICH("MPICH"),
  /** Handles are those of MPI 5's standard ABI, which a library may have besides its own handles. */
  STANDARD("the standard MPI ABI");

  private final String label;

  MpiFamily(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
