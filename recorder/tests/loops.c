/* A time step of 500 loops, which is much to remember until it is over. With TOGETHER, all ranks begin it at the same time. */
#include <mpi.h>

#define LOOP for (int i = 0; i < 7; i++) MPI_Barrier(MPI_COMM_SELF);
#define LOOPS_5 LOOP LOOP LOOP LOOP LOOP
#define LOOPS_50 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5 LOOPS_5

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#ifdef TOGETHER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  for (int step = 0; step < 20; step++) {
    LOOPS_50 LOOPS_50 LOOPS_50 LOOPS_50 LOOPS_50
    LOOPS_50 LOOPS_50 LOOPS_50 LOOPS_50 LOOPS_50
  }
  MPI_Finalize();
  return 0;
}
