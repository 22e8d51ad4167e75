package io.github.tracecast.predict.record;

/** MPIs whose handles are alike, so that a recorder for one of a family fits all of it. */
public enum MpiFamily {
  /** Handles are pointers. */
  OPEN_MPI("Open MPI"),
  /** Handles are numbers: MPICH, MVAPICH, Intel MPI, Cray MPICH. */
  MPICH("MPICH");

  private final String label;

  MpiFamily(String label) {
    this.label = label;
  }

  /** The name for people. */
  public String label() {
    return label;
  }
}
