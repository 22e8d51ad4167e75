/* Calls whose call sites are hard to tell apart: two inlined callers on one line, and calls on one line. */
#include <mpi.h>

static void barrier(void) { MPI_Barrier(MPI_COMM_SELF); }

static void twice(void) {
  barrier(); barrier();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int step = 0; step < 10; step++) {
    twice();
    barrier();
    twice();
    MPI_Barrier(MPI_COMM_SELF); MPI_Barrier(MPI_COMM_SELF);
  }
  MPI_Finalize();
  return 0;
}
